import { type DirectoryState } from '../database/directory-state.js';
import { DirectoryResult, type PageLink } from './directory-result.js';
import { type Form } from './forms.js';
import { type JsonBuffer } from './json-buffer.js';
import { type ListFilters } from './list-filters.js';
import { type List, type Order, type Row } from './list.js';

/** Objects on a page. */
export const PAGE_SIZE = 50;

/** The largest page that can be requested by cursor. */
export const MAX_PAGE_SIZE = 100;

/** Rows that are read at once, for several pages. */
export const MAX_ROWS = 200;

/** A point between two rows of an order: everything after it, or everything before it. */
export interface Cursor {
  direction: 'after' | 'before';
  /** The sort key of the row beside it, as PostgreSQL's text. */
  key: string;
  id: number;
}

/** Which page of which list: by number, or by cursor. */
export interface PageRequest {
  order: Order;
  filters: ListFilters;
  at: number | Cursor;
  /** The query parameters that links keep, percent-encoded, without page and cursor; empty for none. */
  kept: string;
  /** Maximum number of objects, up to `MAX_PAGE_SIZE`; `PAGE_SIZE` for a page by number. */
  size: number;
}

/** One page of a list. */
export class Page extends DirectoryResult {
  constructor(
    list: List,
    directory: DirectoryState,
    readonly rows: readonly Row[],
    /** The number of all objects of the filtered list, in the same snapshot. */
    override readonly total: number,
    links: readonly PageLink[],
    /** Leads to the next page, in the place of `page`; undefined on the last. */
    readonly nextCursor?: string,
  ) {
    super(list, directory, links);
  }

  protected override writeJson(form: Form, json: JsonBuffer): void {
    this.list.writeJson(this.rows, form, json);
  }
}
