import { type List, type Order, type Row } from './list.js';

/** Objects on a page. */
export const PAGE_SIZE = 50;

/** A place between two rows of an order: everything after it, or everything before it. */
export interface Cursor {
  direction: 'after' | 'before';
  key: string;
  id: number;
}

/** Which page of which list: by number, or by position. */
export interface PageRequest {
  order: Order;
  at: number | Cursor;
  /** Keeps the rows whose value in a column is one of some; without it all rows of the list. */
  among?: { column: string; values: readonly string[] };
}

/** One page as it was read, in no form yet. */
export interface Page {
  list: List;
  request: PageRequest;
  /** The directory version of the snapshot that the page was read from. */
  version: number;
  rows: readonly Row[];
  previous: number | Cursor | undefined;
  next: Cursor | undefined;
}
