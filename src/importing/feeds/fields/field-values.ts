import { InvalidValue, type Warn } from '../../normalizing/field.js';
import { type FeedRecord, type FieldMap, type Path, type Scalar } from '../feed-definition.js';
import { isPastDate } from './field-conversion.js';
import { fillTemplate, isEmpty, isTemplate, lookUp } from './record-path.js';

/**
 * The values of a record for a field, translated by the field's map.
 * @param warn called for each value that is ignored
 * @param split splits a text that lists several values
 * @returns an empty array where the record says that there is no value, undefined where it has no such field
 * @throws InvalidValue for an object where a value is expected: what was not understood must not clear a stored value
 */
export function fieldValues(
  record: FeedRecord,
  map: FieldMap,
  warn: Warn,
  split = (value: Scalar): Scalar[] => [value],
): Scalar[] | undefined {
  if (map.until !== undefined) return [!isPastDate(valueAt(record, map.until))];
  const found = sourceValues(record, map, warn);
  if ((!found || found.length === 0) && map.default !== undefined) {
    return [map.default].flat().filter((value) => !isEmpty(value));
  }
  if (!found || found.length === 0) return found;
  const known = found.flatMap((value) => translate(value, map, warn, split));
  return known.length > 0 ? known.filter((value) => !isEmpty(value)) : undefined;
}

function sourceValues(record: FeedRecord, { from = [] }: FieldMap, warn: Warn): Scalar[] | undefined {
  let present = false;
  const objects: [Path, FeedRecord][] = [];
  for (const source of from) {
    if (isTemplate(source)) {
      const text = fillTemplate(source, (path) => valueAt(record, path));
      if (text !== undefined) return [text];
    } else {
      const found = lookUp(record, source);
      const values = found.scalars.filter((value) => !isEmpty(value));
      if (values.length > 0 && !found.objects.some(hasContent)) return values;
      // A later path may lead into the object.
      objects.push(...found.objects.map((object): [Path, FeedRecord] => [source, object]));
      present ||= found.present;
    }
  }
  for (const [path, object] of objects) refuseContent(path, object);
  if (objects.length === 0) return present ? [] : undefined;
  warn(`${objects[0]?.[0]} has no text and no fields, and is ignored`);
  return undefined;
}

/**
 * The value at the path.
 * @throws InvalidValue where it is an object, or one of several
 */
function valueAt(record: FeedRecord, path: Path): Scalar | undefined {
  const { scalars, objects } = lookUp(record, path);
  for (const object of objects) refuseContent(path, object);
  const [value, ...others] = new Set(scalars.filter((scalar) => !isEmpty(scalar)));
  if (others.length > 0) throw new InvalidValue(`${path} has several values`);
  return value;
}

/** Whether the object has more than XML attributes. */
const hasContent = (object: FeedRecord): boolean => Object.keys(object).some((name) => !name.startsWith('@'));

function refuseContent(path: Path, object: FeedRecord): void {
  if (!hasContent(object)) return;
  const paths = Object.keys(object).map((name) => `${path}.${name}`);
  throw new InvalidValue(
    `${path} is an object, not a value; its values are at ${paths.slice(0, 5).join(', ')}`,
  );
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
