import { isObject } from '../../files/json-value.js';
import { type FeedRecord, type Path, type Scalar } from '../feed-definition.js';

/** The name under which an XML element that has attributes keeps its own text. */
export const TEXT = '#text';

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** What a record has at a path. */
export interface PathValues {
  /** The scalars, those of arrays included. */
  scalars: Scalar[];
  /** The objects that stand where a scalar is expected. */
  objects: FeedRecord[];
  /** Whether the path exists, also with an empty value. */
  present: boolean;
}

/** What the record has at the path. Arrays on the way and at its end are walked through. */
export function lookUp(record: unknown, path: Path): PathValues {
  const found: PathValues = { scalars: [], objects: [], present: false };
  collect(record, path, found);
  return found;
}

/** Every scalar at the path. */
export const valuesAt = (record: unknown, path: Path): Scalar[] => lookUp(record, path).scalars;

export const isPresent = (record: unknown, path: Path): boolean => lookUp(record, path).present;

function collect(value: unknown, path: Path, found: PathValues): void {
  if (Array.isArray(value)) {
    // An empty list says that there is no value.
    if (value.length === 0) found.present = true;
    for (const element of value) collect(element, path, found);
  } else if (isObject(value)) {
    // A column may have a dot in its name.
    if (Object.hasOwn(value, path)) collectLeaves(value[path], found);
    else {
      const dot = path.indexOf('.');
      const name = path.slice(0, dot);
      if (dot >= 0 && Object.hasOwn(value, name)) collect(value[name], path.slice(dot + 1), found);
    }
  }
}

function collectLeaves(value: unknown, found: PathValues): void {
  found.present = true;
  if (Array.isArray(value)) for (const element of value) collectLeaves(element, found);
  else if (!isObject(value)) found.scalars.push(value as Scalar);
  else if (Object.hasOwn(value, TEXT) && !hasElements(value)) collectLeaves(value[TEXT], found);
  else found.objects.push(value);
}

/** Whether an XML element has elements, beside which its text is a part of the value only. */
const hasElements = (element: FeedRecord): boolean =>
  Object.keys(element).some((name) => name !== TEXT && !name.startsWith('@'));

/** The first scalar at the path that is not empty. */
export const firstValueAt = (record: unknown, path: Path): Scalar | undefined =>
  valuesAt(record, path).find((value) => !isEmpty(value));

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The paths in braces of a template such as `{country}-{id}`; none where the text is a plain path. */
export const placeholders = (template: string): Path[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, path = '']) => path);

export const isTemplate = (text: string): boolean => placeholders(text).length > 0;

/**
 * The template with values in place of its paths; undefined where one of them is missing.
 * @param valueOf the value of a path
 */
export function fillTemplate(
  template: string,
  valueOf: (path: Path) => Scalar | undefined,
): string | undefined {
  let missing = false;
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    const value = valueOf(path);
    if (value === undefined) missing = true;
    return String(value).trim();
  });
  return missing ? undefined : text;
}
