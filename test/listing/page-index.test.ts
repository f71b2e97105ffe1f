import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BOOKMARK_ROWS, PageIndex } from '../../src/listing/page-index.js';
import { PAGE_SIZE } from '../../src/listing/page.js';

/** The index of the rows 1 to `count`, each with its number as key and id. */
function indexOf(count: number): PageIndex {
  const ids = Array.from(
    { length: Math.floor(count / BOOKMARK_ROWS) },
    (_, bookmark) => (bookmark + 1) * BOOKMARK_ROWS,
  );
  return new PageIndex(1, ids.map(String), ids, ids.length > 0 ? count % BOOKMARK_ROWS : 0);
}

test('PageIndex leads to the rows of every page, ascending and descending, with few rows to skip', () => {
  fc.assert(
    fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 65 }), fc.boolean(), (count, page, descending) => {
      const rows = Array.from({ length: count }, (_, index) => index + 1);
      if (descending) rows.reverse();
      const { row, skip } = indexOf(count).startOf(page, descending);
      const after = row ? rows.indexOf(row.id) + 1 : 0;
      expect(rows.slice(after + skip).slice(0, PAGE_SIZE)).toEqual(
        rows.slice((page - 1) * PAGE_SIZE).slice(0, PAGE_SIZE),
      );
      if (page * PAGE_SIZE <= count) expect(skip).toBeLessThan(BOOKMARK_ROWS);
      if (row) expect(row.key).toBe(String(row.id));
    }),
    { numRuns: 2_000 },
  );
});
