import { PAGE_SIZE } from './page.js';

/** Where to start reading a page: after a row, or at the start of the order, and `skip` rows further on. */
export type PageStart = { row: { key: string; id: number } | undefined; skip: number };

/** Bytes that an object takes beside its characters. */
const STRING_OVERHEAD = 24;

/**
 * The last row of each full page of an ascending order, so that any page of it and of its mirror costs as much as the
 * first.
 */
export class PageIndex {
  private readonly ids: Int32Array;
  private readonly rows: number;
  /** Bytes of memory, approximately. */
  readonly size: number;

  /**
   * @param version the version of the list that the index is valid for.
   * @param keys the sort keys of the rows; none for the order by id.
   * @param rest the number of rows behind the last full page.
   */
  constructor(
    readonly version: number,
    private readonly keys: readonly string[],
    ids: readonly number[],
    rest: number,
  ) {
    this.ids = Int32Array.from(ids);
    this.rows = ids.length * PAGE_SIZE + rest;
    this.size = keys.reduce((bytes, key) => bytes + key.length + STRING_OVERHEAD, this.ids.byteLength);
  }

  startOf(page: number, descending: boolean): PageStart {
    return descending ? this.startFromEnd(page) : this.startFromBeginning(page);
  }

  /** Behind the last full page there is less than a page: skipping a page skips all of it. */
  private startFromBeginning(page: number): PageStart {
    const bookmark = Math.min(page - 1, this.ids.length);
    return { row: this.bookmark(bookmark), skip: bookmark === page - 1 ? 0 : PAGE_SIZE };
  }

  private startFromEnd(page: number): PageStart {
    // The rank of the first row of the page in the ascending order.
    const rank = this.rows - (page - 1) * PAGE_SIZE;
    if (rank <= 0) return { row: this.bookmark(1), skip: PAGE_SIZE };
    const bookmark = Math.floor(rank / PAGE_SIZE) + 1;
    if (bookmark > this.ids.length) return { row: undefined, skip: this.rows - rank };
    return { row: this.bookmark(bookmark), skip: bookmark * PAGE_SIZE - 1 - rank };
  }

  /** The last row of a full page; undefined for page 0, and where there is no full page. */
  private bookmark(page: number): { key: string; id: number } | undefined {
    return page < 1 || page > this.ids.length
      ? undefined
      : { key: this.keys[page - 1] ?? '', id: this.ids[page - 1]! };
  }
}
