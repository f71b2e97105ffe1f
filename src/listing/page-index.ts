import { type PageSource } from '../database/page-source.js';
import { type List, type Order } from './list.js';
import { pageIndexStatement } from './page-statement.js';
import { PAGE_SIZE } from './page.js';

/** Where to start reading: after a row, or at the start of the order, and `skip` rows further on. */
export type PageStart = { key: string; id: number; skip: number } | { skip: number };

/** The last row of each full page of an order, so that any page costs as much as the first. */
export class PageIndex {
  private constructor(
    /** The directory version that the index is valid for. */
    readonly version: number,
    private readonly keys: string[],
    private readonly ids: number[],
  ) {}

  /** Reads the index in one scan of the order's database index. */
  static async read(source: PageSource, list: List, order: Order): Promise<PageIndex> {
    const rows = await source.rows(pageIndexStatement(list, order), [PAGE_SIZE]);
    const found = rows.filter(([, id]) => id !== null);
    return new PageIndex(
      Number(rows[0]![2]),
      found.map(([key]) => key!),
      found.map(([, id]) => Number(id)),
    );
  }

  /** Where a page starts. Behind the last full page there is less than a page: skipping a page skips all of it. */
  startOf(page: number): PageStart {
    const index = Math.min(page - 1, this.ids.length) - 1;
    const skip = index === page - 2 ? 0 : PAGE_SIZE;
    return index < 0 ? { skip } : { key: this.keys[index]!, id: this.ids[index]!, skip };
  }
}
