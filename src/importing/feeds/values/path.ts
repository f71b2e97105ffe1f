import { type FeedRecord, type Path, type Scalar } from '../feed.js';
import { isObject } from '../../files/json-value.js';

/** The name of an XML element's own text, where the element has attributes as well. */
export const TEXT = '#text';

/** Every scalar that stands at the path; an object there has none but its text. */
export function scalarsAt(value: unknown, path: Path): Scalar[] {
  if (Array.isArray(value)) return value.flatMap((element) => scalarsAt(element, path));
  if (!isObject(value)) return [];
  // A column may have a dot in its name.
  if (Object.hasOwn(value, path)) return scalars(value[path]);
  const dot = path.indexOf('.');
  if (dot < 0 || !Object.hasOwn(value, path.slice(0, dot))) return [];
  return scalarsAt(value[path.slice(0, dot)], path.slice(dot + 1));
}

/** Whether the record speaks of it at all, be it with nothing. */
export function isPresent(value: unknown, path: Path): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some((element) => isPresent(element, path));
  if (!isObject(value)) return false;
  if (Object.hasOwn(value, path)) return true;
  const dot = path.indexOf('.');
  return (
    dot >= 0 &&
    Object.hasOwn(value, path.slice(0, dot)) &&
    isPresent(value[path.slice(0, dot)], path.slice(dot + 1))
  );
}

/** The first scalar at the path that says something. */
export const firstAt = (record: FeedRecord, path: Path): Scalar | undefined =>
  scalarsAt(record, path).find((value) => !isEmpty(value));

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function scalars(value: unknown): Scalar[] {
  if (Array.isArray(value)) return value.flatMap(scalars);
  if (isObject(value)) return Object.hasOwn(value, TEXT) ? scalars(value[TEXT]) : [];
  return [value as Scalar];
}
