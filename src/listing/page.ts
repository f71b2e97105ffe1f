import { type DirectoryState, listVersion } from '../database/directory-state.js';
import { type List, type Order, type Row } from './list.js';

/** Objects on a page. */
export const PAGE_SIZE = 50;

/** A point between two rows of an order: everything after it, or everything before it. */
export interface Cursor {
  direction: 'after' | 'before';
  /** The sort key of the row beside it, as PostgreSQL's text. */
  key: string;
  id: number;
}

/** Restricts a list to the rows whose value in a column is one of several. */
export interface ListFilter {
  /** That of a field, or any other text column. */
  column: string;
  /** As PostgreSQL's text, sorted, without duplicates, so that filters with the same meaning are equal. */
  values: readonly string[];
}

/** Which page of which list: by number, or by cursor. */
export interface PageRequest {
  order: Order;
  at: number | Cursor;
  /** Absent for a page of the unfiltered list. */
  filter?: ListFilter;
}

/** One page as it was read from the database, not yet in the form of an API version. */
export class Page {
  constructor(
    readonly list: List,
    readonly request: PageRequest,
    /** The state of the directory in the snapshot that the page was read from. */
    readonly directory: DirectoryState,
    readonly rows: readonly Row[],
    readonly previous: number | Cursor | undefined,
    readonly next: Cursor | undefined,
  ) {}

  /** The version of the list: the page is valid while it stays. */
  get listVersion(): number {
    return listVersion(this.directory, this.list.name);
  }
}
