import { parse, stringify } from 'node:querystring';

/** Characters of a target up to which its canonical form is looked for. */
const MAX_LENGTH = 4096;

/** Parses a query, all of it: Node's own limit of 1000 parameters would let the others pass without validation. */
export function parseQuery(query: string | null): ReturnType<typeof parse> {
  return parse(query ?? '', '&', '=', { maxKeys: 0 });
}

/**
 * One spelling for all request targets that mean the same: parameters in the order of the links of a page, the values of
 * a repeated one sorted, percent-encoded in one way, and without `page=1`.
 * @param hasPages false for a resource that has no parameter `page`, for which it is an error.
 */
export function canonicalTarget(target: string, hasPages = true): string {
  const mark = target.indexOf('?');
  if (mark < 0 || target.length > MAX_LENGTH) return target;
  const { page, cursor, ...others } = parseQuery(target.slice(mark + 1));
  const parameters = Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, value] of parameters) if (Array.isArray(value)) value.sort();
  if (cursor !== undefined) parameters.push(['cursor', cursor]);
  if (page !== undefined && !(hasPages && page === '1')) parameters.push(['page', page]);
  const query = stringify(Object.fromEntries(parameters));
  return query === '' ? target.slice(0, mark) : `${target.slice(0, mark)}?${query}`;
}
