import { type PageSource } from '../database/page-source.js';
import { type List, type Order } from './list.js';
import { milestoneStatement } from './page-statement.js';
import { PAGE_SIZE } from './page.js';

/** Rows from one milestone to the next. */
export const STRIDE = 4 * PAGE_SIZE;

/** Every 200th row of an order: from the nearest one any page is as close as the first. */
export class Milestones {
  private constructor(
    /** The directory version that they are true for. */
    readonly version: number,
    private readonly keys: string[],
    private readonly ids: number[],
  ) {}

  /** Reads them in one scan of the order's index. */
  static async read(source: PageSource, list: List, order: Order): Promise<Milestones> {
    const rows = await source.rows(milestoneStatement(list, order), [STRIDE]);
    const found = rows.filter(([, id]) => id !== null);
    return new Milestones(
      Number(rows[0]![2]),
      found.map(([key]) => key!),
      found.map(([, id]) => Number(id)),
    );
  }

  /** The nearest milestone before a place of the order, and how many rows lie between. */
  before(place: number): { key: string; id: number; skip: number } | { skip: number } {
    const index = Math.min(Math.floor(place / STRIDE), this.ids.length) - 1;
    // Behind the last milestone there are fewer rows than a stride: skipping a stride is skipping all.
    const skip = Math.min(place - (index + 1) * STRIDE, STRIDE);
    return index < 0 ? { skip } : { key: this.keys[index]!, id: this.ids[index]!, skip };
  }
}
