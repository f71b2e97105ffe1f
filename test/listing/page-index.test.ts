import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PageIndex } from '../../src/listing/page-index.js';
import { PAGE_SIZE } from '../../src/listing/page.js';

/** The index of the rows 1 to `count`, each with its number as key and id. */
function indexOf(count: number): PageIndex {
  const ids = Array.from({ length: Math.floor(count / PAGE_SIZE) }, (_, page) => (page + 1) * PAGE_SIZE);
  return new PageIndex(1, ids.map(String), ids, count % PAGE_SIZE);
}

test('PageIndex leads to the rows of every page, ascending and descending, with less than a page to skip', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 25 }), fc.boolean(), (count, page, descending) => {
      const rows = Array.from({ length: count }, (_, index) => index + 1);
      if (descending) rows.reverse();
      const { row, skip } = indexOf(count).startOf(page, descending);
      const after = row ? rows.indexOf(row.id) + 1 : 0;
      expect(rows.slice(after + skip).slice(0, PAGE_SIZE)).toEqual(
        rows.slice((page - 1) * PAGE_SIZE).slice(0, PAGE_SIZE),
      );
      expect(skip).toBeLessThanOrEqual(PAGE_SIZE);
      if (row) expect(row.key).toBe(String(row.id));
    }),
    { numRuns: 2_000 },
  );
});
