import { PAGE_SIZE } from './page.js';

/** Where to start reading a page: after a row, or at the start of the order, and `skip` rows further on. */
export type PageStart = { row: { key: string; id: number } | undefined; skip: number };

/** Rows between two bookmarks. More make a page slower (rows to skip), fewer make reading the index slower (jumps). */
export const BOOKMARK_ROWS = 10 * PAGE_SIZE;
/** Bytes that an object takes beside its characters. */
const STRING_OVERHEAD = 24;

/** The last of every `BOOKMARK_ROWS` rows of an ascending order. It leads to any page of that order and of the descending one. */
export class PageIndex {
  private readonly ids: Int32Array;
  private readonly rows: number;
  /** Bytes of memory, approximately. */
  readonly size: number;

  /**
   * @param version the version of the list that the index is valid for.
   * @param keys the sort keys of the rows; none for the order by id.
   * @param rest the number of rows behind the last bookmark; any where there is none.
   */
  constructor(
    readonly version: number,
    private readonly keys: readonly string[],
    ids: readonly number[],
    rest: number,
  ) {
    this.ids = Int32Array.from(ids);
    this.rows = ids.length * BOOKMARK_ROWS + rest;
    this.size = keys.reduce((bytes, key) => bytes + key.length + STRING_OVERHEAD, this.ids.byteLength);
  }

  startOf(page: number, descending: boolean): PageStart {
    const skipped = (page - 1) * PAGE_SIZE;
    return descending ? this.startFromEnd(skipped) : this.startFromBeginning(skipped);
  }

  private startFromBeginning(skipped: number): PageStart {
    const bookmark = Math.min(Math.floor(skipped / BOOKMARK_ROWS), this.ids.length);
    return { row: this.bookmark(bookmark), skip: skipped - bookmark * BOOKMARK_ROWS };
  }

  private startFromEnd(skipped: number): PageStart {
    if (this.ids.length === 0) return { row: undefined, skip: skipped };
    // The rank of the first row of the page in the ascending order.
    const rank = this.rows - skipped;
    if (rank <= 0) return { row: this.bookmark(1), skip: BOOKMARK_ROWS };
    const bookmark = Math.floor(rank / BOOKMARK_ROWS) + 1;
    if (bookmark > this.ids.length) return { row: undefined, skip: skipped };
    return { row: this.bookmark(bookmark), skip: bookmark * BOOKMARK_ROWS - 1 - rank };
  }

  /** The bookmark with a number, from 1; undefined where there is none. */
  private bookmark(number: number): { key: string; id: number } | undefined {
    return number < 1 || number > this.ids.length
      ? undefined
      : { key: this.keys[number - 1] ?? '', id: this.ids[number - 1]! };
  }
}
