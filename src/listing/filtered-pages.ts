import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type DirectoryState, listVersion } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import {
  countQuery,
  type FilteredPage,
  MAX_SPARSE,
  plainQuery,
  type Query,
  rowsByIdQuery,
  selectionQuery,
  sparseQuery,
  windowQuery,
} from './filtered-statement.js';
import { type List, type Row } from './list.js';
import { OrderCache } from './order-cache.js';
import { totalOf } from './page-statement.js';
import { Selection } from './selection.js';
import { TextSamples } from './text-samples.js';

/** Rows that a window may skip from the start of a list. */
const MAX_OFFSET = 150;
const MAX_TOTALS = 5000;

/** The rows of a page and one more if there is a next page, in the direction in which they are read, from one snapshot. */
export interface PageRows {
  directory: DirectoryState;
  rows: readonly Row[];
  /** The number of rows on all pages. */
  total: number;
}

/** The number of matches at a version of the list. */
interface Total {
  version: number;
  total: number;
}

/**
 * Reads pages of filtered lists, at about the same cost however many rows match (docs/decisions/filtered-pages.md). Few
 * matches are all read and sorted. Of many, a page is looked for in the order, or found by a `Selection`.
 */
@Injectable()
export class FilteredPages {
  private readonly totals = new LRUCache<string, Total>({ max: MAX_TOTALS });

  constructor(
    private readonly source: PageSource,
    private readonly orders: OrderCache,
    private readonly watch: DirectoryWatch,
    private readonly samples: TextSamples,
  ) {
    watch.onRewind(() => this.totals.clear());
  }

  async read(list: List, request: FilteredPage): Promise<PageRows> {
    const filters = request.filters.withSamples((expression) => this.samples.get(list, expression));
    const page = { ...request, filters };
    const known = this.totals.get(totalKey(list, page));
    // A filter that had many matches a moment ago has many now.
    if (known === undefined || known.total <= MAX_SPARSE) {
      const { total, ...read } = await this.withTotal(list, sparseQuery(list, page));
      const version = listVersion(read.directory, list.name);
      if (total <= MAX_SPARSE) this.totals.set(totalKey(list, page), { version, total });
      if (total <= MAX_SPARSE) return { ...read, total };
    }
    return this.readDense(list, page);
  }

  private async readDense(list: List, page: FilteredPage): Promise<PageRows> {
    const inWindow = (await this.fromWindow(list, page)) ?? (await this.fromWindow(list, page));
    if (inWindow !== undefined && inWindow !== 'beyond') return inWindow;
    const key = `${list.name} ${page.order.field.name} ${page.filters.digest}`;
    const cached = this.orders.get<Selection>(key, list);
    return (
      (await this.fromSelection(list, page, cached)) ??
      (await this.fromSelection(list, page, await this.orders.read(key, () => this.select(list, page)))) ??
      // The list changes faster than the selection is read, or the row of the cursor does not match any more.
      this.orders.ownRead(() => this.withTotal(list, plainQuery(list, page)))
    );
  }

  /** Undefined where the list changed between page and total; `beyond` where the page is not in the window. */
  private async fromWindow(list: List, page: FilteredPage): Promise<PageRows | 'beyond' | undefined> {
    if ((page.offset ?? 0) > MAX_OFFSET) return 'beyond';
    const [counted, { directory, rows }] = await Promise.all([
      this.total(list, page),
      this.query(list, windowQuery(list, page)),
    ]);
    const ended = rows.at(-1)?.[list.fields.length] === 't';
    const found = ended ? rows.slice(0, -1) : rows;
    if (!ended && found.length <= page.size) return 'beyond';
    if (counted.version !== listVersion(directory, list.name)) return undefined;
    return { directory, rows: found, total: counted.total };
  }

  /** Undefined where the list is no longer the one of the selection, or the row of the cursor is not in it. */
  private async fromSelection(
    list: List,
    page: FilteredPage,
    selection: Selection | undefined,
  ): Promise<PageRows | undefined> {
    if (selection === undefined) return undefined;
    const ids = idsOf(page, selection);
    if (ids === undefined) return undefined;
    const { afterRow, order } = page;
    const { directory, rows } = await this.query(
      list,
      rowsByIdQuery(list, afterRow ? [...ids, afterRow.id] : ids),
    );
    if (listVersion(directory, list.name) !== selection.version) return undefined;
    const byId = new Map(rows.map((row) => [list.idOf(row), row]));
    if (afterRow && list.keyOf(byId.get(afterRow.id)!, order) !== afterRow.key) return undefined;
    return { directory, rows: ids.map((id) => byId.get(id)!), total: selection.total };
  }

  private async select(list: List, page: FilteredPage): Promise<Selection> {
    const { directory, rows } = await this.query(list, selectionQuery(list, page));
    const selection = Selection.of(listVersion(directory, list.name), rows[0]?.[0] ?? '');
    this.totals.set(totalKey(list, page), { version: selection.version, total: selection.total });
    return selection;
  }

  /** Counts the matches once for each version of the list. */
  private async total(list: List, page: FilteredPage): Promise<Total> {
    const key = totalKey(list, page);
    const known = this.totals.get(key);
    if (known && this.watch.isLatest(list.name, known.version)) return known;
    return this.orders.sharedRead(`total ${key}`, async () => {
      const { directory, rows } = await this.query(list, countQuery(list, page.filters));
      const counted = { version: listVersion(directory, list.name), total: Number(rows[0]![0]) };
      this.totals.set(key, counted);
      return counted;
    });
  }

  private async withTotal(list: List, query: Query): Promise<PageRows> {
    const { directory, rows, first } = await this.query(list, query);
    return { directory, rows, total: totalOf(first) };
  }

  private async query(list: List, { statement, values }: Query) {
    const { directory, rows } = await this.source.read(list.name, statement, values);
    const first = rows[0]!;
    return { directory, first, rows: hasNoRows(list, first) ? [] : rows };
  }
}

/** A page without rows is one row of which only the state, and a total, are not null. */
function hasNoRows(list: List, row: Row): boolean {
  return row[0] === null && row[list.fields.length] !== 't';
}

function totalKey(list: List, { filters }: FilteredPage): string {
  return `${list.name} ${filters.digest}`;
}

/** The ids of a page and one more; undefined where the row of the cursor is not in the selection. */
function idsOf({ order, size, afterRow, offset = 0, backwards }: FilteredPage, selection: Selection) {
  if (!afterRow) return selection.slice(offset, size + 1, order.descending);
  const index = selection.indexOf(afterRow.id, order.descending);
  if (index === undefined) return undefined;
  if (!backwards) return selection.slice(index + 1, size + 1, order.descending);
  const from = Math.max(0, index - size - 1);
  return selection.slice(from, index - from, order.descending).reverse();
}
