import { type PageSource } from '../database/page-source.js';
import { type List, type Order } from './list.js';
import { pageIndexStatement } from './page-statement.js';
import { PAGE_SIZE } from './page.js';

/** The last row of each full page of an order: from it the next page is as close as the first. */
export class PageIndex {
  private constructor(
    /** The directory version that they are true for. */
    readonly version: number,
    private readonly keys: string[],
    private readonly ids: number[],
  ) {}

  /** Reads them in one scan of the order's index. */
  static async read(source: PageSource, list: List, order: Order): Promise<PageIndex> {
    const rows = await source.rows(pageIndexStatement(list, order), [PAGE_SIZE]);
    const found = rows.filter(([, id]) => id !== null);
    return new PageIndex(
      Number(rows[0]![2]),
      found.map(([key]) => key!),
      found.map(([, id]) => Number(id)),
    );
  }

  /**
   * Where a page begins: behind a row, which may be none, and further on by `skip` rows. Behind the last milestone there
   * is less than a page: skipping a page is skipping all.
   */
  before(page: number): { key: string; id: number; skip: number } | { skip: number } {
    const index = Math.min(page - 1, this.ids.length) - 1;
    const skip = index === page - 2 ? 0 : PAGE_SIZE;
    return index < 0 ? { skip } : { key: this.keys[index]!, id: this.ids[index]!, skip };
  }
}
