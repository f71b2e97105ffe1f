import { type Warn } from '../../normalizing/field.js';
import { type FeedRecord, type FieldMap, type Scalar } from '../feed-definition.js';
import { isPastDate } from './field-conversion.js';
import { fillTemplate, firstValueAt, isEmpty, isPresent, isTemplate, valuesAt } from './record-path.js';

/**
 * The values of a record for a field, translated by the field's map.
 * @param warn called for each value that is ignored
 * @param split splits a text that lists several values
 * @returns an empty array where the record says that there is no value, undefined where it has no such field
 */
export function fieldValues(
  record: FeedRecord,
  map: FieldMap,
  warn: Warn,
  split = (value: Scalar): Scalar[] => [value],
): Scalar[] | undefined {
  if (map.until !== undefined) return [!isPastDate(firstValueAt(record, map.until))];
  const found = sourceValues(record, map);
  if ((!found || found.length === 0) && map.default !== undefined) {
    return [map.default].flat().filter((value) => !isEmpty(value));
  }
  if (!found || found.length === 0) return found;
  const known = found.flatMap((value) => translate(value, map, warn, split));
  return known.length > 0 ? known.filter((value) => !isEmpty(value)) : undefined;
}

function sourceValues(record: FeedRecord, { from = [] }: FieldMap): Scalar[] | undefined {
  let present = false;
  for (const source of from) {
    if (isTemplate(source)) {
      const text = fillTemplate(source, record);
      if (text !== undefined) return [text];
    } else {
      const values = valuesAt(record, source).filter((value) => !isEmpty(value));
      if (values.length > 0) return values;
      present ||= isPresent(record, source);
    }
  }
  return present ? [] : undefined;
}

function translate(value: Scalar, map: FieldMap, warn: Warn, split: (value: Scalar) => Scalar[]): Scalar[] {
  if (!map.values) return [value];
  const word = String(value).trim().toLowerCase();
  const entry = Object.entries(map.values).find(([name]) => name.trim().toLowerCase() === word);
  if (entry) return [entry[1]];
  const parts = split(value);
  if (parts.length > 1) return parts.flatMap((part) => translate(part, map, warn, split));
  if (map.unknown !== 'ignored') return [value];
  warn(`unknown value ${JSON.stringify(word.slice(0, 40))} is ignored`);
  return [];
}
