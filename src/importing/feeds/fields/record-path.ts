import { isObject } from '../../files/json-value.js';
import { type FeedRecord, type Path, type Scalar } from '../feed-definition.js';

/** The name under which an XML element that has attributes keeps its own text. */
export const TEXT = '#text';

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** Every scalar at the path; an object there has none but its text. */
export function valuesAt(value: unknown, path: Path): Scalar[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path));
  if (!isObject(value)) return [];
  // A column may have a dot in its name.
  if (Object.hasOwn(value, path)) return scalars(value[path]);
  const dot = path.indexOf('.');
  if (dot < 0 || !Object.hasOwn(value, path.slice(0, dot))) return [];
  return valuesAt(value[path.slice(0, dot)], path.slice(dot + 1));
}

/** Whether the path exists in the record, also with an empty value. */
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

/** The first scalar at the path that is not empty. */
export const firstValueAt = (record: FeedRecord, path: Path): Scalar | undefined =>
  valuesAt(record, path).find((value) => !isEmpty(value));

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The paths in braces of a template such as `{country}-{id}`; none where the text is a plain path. */
export const placeholders = (template: string): Path[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, path = '']) => path);

export const isTemplate = (text: string): boolean => placeholders(text).length > 0;

/** The template with the record's values in place of its paths; undefined where one of them is missing. */
export function fillTemplate(template: string, record: FeedRecord): string | undefined {
  let missing = false;
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    const value = firstValueAt(record, path);
    if (value === undefined) missing = true;
    return String(value).trim();
  });
  return missing ? undefined : text;
}

function scalars(value: unknown): Scalar[] {
  if (Array.isArray(value)) return value.flatMap(scalars);
  if (isObject(value)) return Object.hasOwn(value, TEXT) ? scalars(value[TEXT]) : [];
  return [value as Scalar];
}
