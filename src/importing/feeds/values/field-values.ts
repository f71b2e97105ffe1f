import { type FeedRecord, type FieldMap } from '../feed.js';
import { type Note } from '../../cleaning/cleaner.js';
import { firstAt, isEmpty, isPresent, scalarsAt } from './path.js';
import { dateIsOver } from './feed-date.js';
import { fillTemplate, isTemplate } from './template.js';

/**
 * The values that a record has for a field, translated; none where it says that there is none, undefined where it
 * doesn't speak of the field.
 * @param split cuts a value that is several
 */
export function fieldValues(
  record: FeedRecord,
  map: FieldMap,
  note: Note,
  split = (value: unknown): unknown[] => [value],
): unknown[] | undefined {
  if (map.until !== undefined) return [!dateIsOver(firstAt(record, map.until))];
  const found = given(record, map)?.flatMap(split);
  if (!found || found.length === 0) {
    return map.default === undefined ? found : [map.default].flat().filter((value) => !isEmpty(value));
  }
  const known = found.map((value) => translate(value, map, note)).filter((value) => value !== undefined);
  return known.length > 0 ? known.filter((value) => value !== null) : undefined;
}

function given(record: FeedRecord, { from = [] }: FieldMap): unknown[] | undefined {
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

function translate(value: unknown, { values, others }: FieldMap, note: Note): unknown {
  if (!values) return value;
  const given = String(value).trim().toLowerCase();
  const entry = Object.entries(values).find(([name]) => name.trim().toLowerCase() === given);
  if (entry) return entry[1];
  if (others !== 'left out') return value;
  note(`unknown value ${JSON.stringify(given.slice(0, 40))} is left out`);
  return undefined;
}
