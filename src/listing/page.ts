import { type DirectoryState } from '../database/directory-state.js';
import { DirectoryResult, type PageLink } from './directory-result.js';
import { type Form } from './forms.js';
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

/** One page of a list. */
export class Page extends DirectoryResult {
  constructor(
    list: List,
    directory: DirectoryState,
    readonly rows: readonly Row[],
    links: readonly PageLink[],
  ) {
    super(list, directory, links);
  }

  override toJson(form: Form): string {
    return this.list.toJson(this.rows, form);
  }
}
