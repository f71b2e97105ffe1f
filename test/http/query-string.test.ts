import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalTarget, parseQuery } from '../../src/http/query-string.js';

const queries = fc.array(
  fc.constantFrom(
    'page',
    'sort',
    'cursor',
    'url',
    '=',
    '&',
    '1',
    '2',
    'name',
    '%70',
    '%',
    '%2',
    '+',
    '%26',
    '[]',
    '__proto__',
    'é',
  ),
  { maxLength: 12 },
);
const meaning = (target: string) => {
  const query = { ...parseQuery(target.split('?')[1] ?? '') };
  if (query.page === '1') delete query.page;
  for (const value of Object.values(query)) if (Array.isArray(value)) value.sort();
  return Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
};

describe('canonicalTarget', () => {
  test.each([
    ['/programs', '/programs'],
    ['/programs?', '/programs'],
    ['/programs?page=1', '/programs'],
    ['/programs?page=2&sort=name', '/programs?sort=name&page=2'],
    ['/programs?cursor=x&url=a&sort=-id', '/programs?sort=-id&url=a&cursor=x'],
    ['/programs?%70age=%32', '/programs?page=2'],
    ['/programs?country=NL&sort=id&country=BE', '/programs?country=BE&country=NL&sort=id'],
    ['/programs?page=1&page=1', '/programs?page=1&page=1'],
  ])('writes %s as %s', (target, canonical) => {
    expect(canonicalTarget(target)).toBe(canonical);
  });

  test('means what the target means, and is canonical itself', () => {
    fc.assert(
      fc.property(queries, (parts) => {
        const target = `/programs?${parts.join('')}`;
        const canonical = canonicalTarget(target);
        expect(meaning(canonical)).toEqual(meaning(target));
        expect(canonicalTarget(canonical)).toBe(canonical);
      }),
      { numRuns: 2_000 },
    );
  });
});
