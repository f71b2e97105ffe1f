import { isObject } from '../../files/json-value.js';
import { TEXT } from '../values/path.js';

const SAYS_WHY = /message|error|faultstring|reason|detail/i;
const LONGEST = 200;

/** What a network says in the place of its programs; undefined where it says nothing that looks like it. */
export function errorMessage(document: unknown, named = false): string | undefined {
  if (typeof document === 'string') return named ? document.trim().slice(0, LONGEST) || undefined : undefined;
  if (Array.isArray(document)) return firstOf(document.map((element) => () => errorMessage(element, named)));
  if (!isObject(document)) return undefined;
  return firstOf(
    Object.entries(document).map(
      ([name, value]) =>
        () =>
          errorMessage(value, SAYS_WHY.test(name) || (named && name === TEXT)),
    ),
  );
}

function firstOf(looks: (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}
