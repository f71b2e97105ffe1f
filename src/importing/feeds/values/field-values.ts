import { type Warn } from '../../normalizing/field.js';
import { type FeedRecord, type FieldMap, type Scalar } from '../feed.js';
import { dateIsOver } from './feed-date.js';
import { firstAt, isEmpty, isPresent, scalarsAt } from './path.js';
import { fillTemplate, isTemplate } from './template.js';

/**
 * The values that a record has for a field, translated; none where it says that there is none, undefined where it
 * doesn't speak of the field.
 * @param partsOf cuts a text that holds several values
 */
export function fieldValues(
  record: FeedRecord,
  map: FieldMap,
  note: Warn,
  partsOf = (value: Scalar): Scalar[] => [value],
): Scalar[] | undefined {
  if (map.until !== undefined) return [!dateIsOver(firstAt(record, map.until))];
  const found = given(record, map);
  if ((!found || found.length === 0) && map.default !== undefined) {
    return [map.default].flat().filter((value) => !isEmpty(value));
  }
  if (!found || found.length === 0) return found;
  const known = found.flatMap((value) => translate(value, map, note, partsOf));
  return known.length > 0 ? known.filter((value) => !isEmpty(value)) : undefined;
}

function given(record: FeedRecord, { from = [] }: FieldMap): Scalar[] | undefined {
  let present = false;
  for (const source of from) {
    if (isTemplate(source)) {
      const text = fillTemplate(source, record);
      if (text !== undefined) return [text];
    } else {
      const values = scalarsAt(record, source).filter((value) => !isEmpty(value));
      if (values.length > 0) return values;
      present ||= isPresent(record, source);
    }
  }
  return present ? [] : undefined;
}

function translate(value: Scalar, map: FieldMap, note: Warn, partsOf: (value: Scalar) => Scalar[]): Scalar[] {
  if (!map.values) return [value];
  const given = String(value).trim().toLowerCase();
  const entry = Object.entries(map.values).find(([name]) => name.trim().toLowerCase() === given);
  if (entry) return [entry[1]];
  const parts = partsOf(value);
  if (parts.length > 1) return parts.flatMap((part) => translate(part, map, note, partsOf));
  if (map.others !== 'left out') return [value];
  note(`unknown value ${JSON.stringify(given.slice(0, 40))} is left out`);
  return [];
}
