import { isObject } from '../../files/json-value.js';
import { TEXT } from '../fields/record-path.js';

const MESSAGE_NAME = /message|error|faultstring|reason|detail/i;
const MAX_LENGTH = 200;

/** The error message in a document that a network sent instead of its programs; undefined where there is none. */
export function errorMessage(document: unknown, named = false): string | undefined {
  if (typeof document === 'string')
    return named ? document.trim().slice(0, MAX_LENGTH) || undefined : undefined;
  if (Array.isArray(document))
    return firstFound(document.map((element) => () => errorMessage(element, named)));
  if (!isObject(document)) return undefined;
  return firstFound(
    Object.entries(document).map(
      ([name, value]) =>
        () =>
          errorMessage(value, MESSAGE_NAME.test(name) || (named && name === TEXT)),
    ),
  );
}

function firstFound(searches: (() => string | undefined)[]): string | undefined {
  for (const search of searches) {
    const found = search();
    if (found !== undefined) return found;
  }
  return undefined;
}
