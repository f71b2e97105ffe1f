/** Values in one request, counting each object, array and field. */
const MAX_VALUES = 20_000;
/** Fields of one object: the time of the libraries that read them grows with their square. */
const MAX_FIELDS = 1_000;
/** Levels of nested objects and arrays. */
const MAX_DEPTH = 32;

/** A copy of parsed JSON or a parsed query, and the fields that it omits. */
export interface PlainCopy {
  copy: unknown;
  /** Paths of fields named as members of objects and classes, such as `__proto__`: libraries confuse the two. */
  unsafeFields: string[];
  /** Values that are too large or too deep, by path; the path of the copied value itself is empty. */
  problems: { path: string; problem: string }[];
}

/** Copies what a client sent so that the libraries which convert and validate it take a bounded time. */
export function plainCopy(value: unknown): PlainCopy {
  const found: PlainCopy = { copy: undefined, unsafeFields: [], problems: [] };
  let count = 0;

  const report = (path: string, problem: string): undefined => {
    found.problems.push({ path, problem });
  };

  const copyOf = (each: unknown, path: string, depth: number): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if (!Array.isArray(each) && !isPlain(each)) return each;
    if (depth > MAX_DEPTH) return report(path, `must not be nested deeper than ${MAX_DEPTH} levels`);
    const prefix = path === '' ? '' : `${path}.`;
    if (Array.isArray(each)) {
      const elements: unknown[] = [];
      for (const [index, element] of each.entries()) {
        if (found.problems.length > 0 || isTooMany()) break;
        elements.push(copyOf(element, prefix + String(index), depth + 1));
      }
      return elements;
    }
    const names = Object.keys(each);
    if (names.length > MAX_FIELDS) report(path, `must not have more than ${MAX_FIELDS} fields`);
    const copy: Record<string, unknown> = {};
    for (const name of names.slice(0, MAX_FIELDS)) {
      if (isTooMany()) break;
      if (name in Object.prototype || name === 'prototype') found.unsafeFields.push(prefix + name);
      else copy[name] = copyOf((each as Record<string, unknown>)[name], prefix + name, depth + 1);
    }
    return copy;
  };

  const isTooMany = (): boolean => {
    if (++count === MAX_VALUES) report('', `must not have more than ${MAX_VALUES} values`);
    return count >= MAX_VALUES;
  };

  found.copy = copyOf(value, '', 1);
  return found;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
