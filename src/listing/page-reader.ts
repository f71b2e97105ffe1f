import { Injectable } from '@nestjs/common';
import { type DirectoryState, listVersion, parseDirectoryState } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { SingleFlight } from '../database/single-flight.js';
import { CursorCodec } from './cursor-codec.js';
import { type PageLink } from './directory-result.js';
import { type List, type Order, type Row } from './list.js';
import { type PageIndex } from './page-index.js';
import { PageIndexes } from './page-indexes.js';
import {
  filteredPageStatement,
  pageByOffsetStatement,
  pageStatement,
  startValues,
} from './page-statement.js';
import { type Cursor, Page, PAGE_SIZE, type PageRequest } from './page.js';

/** Pages that are near enough to the start to be reached by skipping rows, without a page index. */
const NEAR_PAGES = 4;

/** The rows of a page, and one more if there is a next page, from one snapshot. */
interface Read {
  directory: DirectoryState;
  rows: readonly Row[];
}

/** Where the pages before and after a page start; undefined where there is none. */
interface Neighbors {
  previous: number | Cursor | undefined;
  next: Cursor | undefined;
}

/** Reads pages of lists from the database: one statement a page, at the same cost at any depth. */
@Injectable()
export class PageReader {
  private readonly flight = new SingleFlight();

  constructor(
    private readonly source: PageSource,
    private readonly indexes: PageIndexes,
    private readonly watch: DirectoryWatch,
    private readonly cursors: CursorCodec,
  ) {}

  /** Concurrent requests for the same page share one read. */
  read(list: List, request: PageRequest): Promise<Page> {
    const { order, at, filter } = request;
    const identity = JSON.stringify([list.name, order.field.name, order.descending, at, filter]);
    return this.flight.do(identity, () =>
      typeof at === 'number' ? this.byNumber(list, request, at) : this.byCursor(list, request, at),
    );
  }

  private async byCursor(list: List, request: PageRequest, cursor: Cursor): Promise<Page> {
    const { order, filter } = request;
    const backwards = cursor.direction === 'before';
    const shape = { order, backwards, afterRow: true };
    const start = startValues(order, cursor);
    const { directory, rows } = filter
      ? await this.run(list, filteredPageStatement(list, filter.column, shape), [...start, filter.values, 0])
      : await this.run(list, pageStatement(list, shape), start);
    const more = rows.length > PAGE_SIZE;
    const shown = rows.slice(0, PAGE_SIZE);
    if (backwards) shown.reverse();
    const previous = cursorAt(list, shown[0], order, 'before') ?? turnBack(cursor, order);
    const next = cursorAt(list, shown.at(-1), order, 'after') ?? turnBack(cursor, order);
    return this.page(
      list,
      request,
      { directory, rows: shown },
      {
        previous: backwards && !more ? undefined : previous,
        next: !backwards && !more ? undefined : next,
      },
    );
  }

  private async byNumber(list: List, request: PageRequest, number: number): Promise<Page> {
    const { directory, rows } = await this.rowsOf(list, request, number);
    const shown = rows.slice(0, PAGE_SIZE);
    const previous = (await this.exists(list, request, number - 1, shown)) ? number - 1 : undefined;
    const next = rows.length > PAGE_SIZE ? cursorAt(list, shown.at(-1), request.order, 'after') : undefined;
    return this.page(list, request, { directory, rows: shown }, { previous, next });
  }

  private page(
    list: List,
    request: PageRequest,
    { directory, rows }: Read,
    { previous, next }: Neighbors,
  ): Page {
    const links: PageLink[] = [{ rel: 'first' }];
    if (previous !== undefined) links.push({ rel: 'prev', ...this.linkTo(list, request, previous) });
    if (next !== undefined) links.push({ rel: 'next', ...this.linkTo(list, request, next) });
    return new Page(list, directory, rows, links);
  }

  private linkTo(list: List, request: PageRequest, at: number | Cursor): { parameter?: string } {
    if (typeof at !== 'number') return { parameter: `cursor=${this.cursors.encode(list, request, at)}` };
    return at > 1 ? { parameter: `page=${at}` } : {};
  }

  /** Page 1 always exists; any other does when it has rows, as it has when the page after it has. */
  private async exists(
    list: List,
    request: PageRequest,
    number: number,
    after: readonly Row[],
  ): Promise<boolean> {
    if (number <= 1 || after.length > 0) return number >= 1;
    return (await this.rowsOf(list, request, number)).rows.length > 0;
  }

  private async rowsOf(list: List, { order, filter }: PageRequest, number: number): Promise<Read> {
    const offset = (number - 1) * PAGE_SIZE;
    if (filter) {
      return this.run(list, filteredPageStatement(list, filter.column, { order }), [filter.values, offset]);
    }
    if (number <= NEAR_PAGES) return this.run(list, pageStatement(list, { order, skip: offset }));
    return (
      (await this.byIndex(list, order, number, this.indexes.cached(list, order.field))) ??
      (await this.byIndex(list, order, number, await this.indexes.read(list, order.field))) ??
      // The list changes faster than an index is read.
      this.indexes.longRead(() => this.run(list, pageByOffsetStatement(list, order), [offset]))
    );
  }

  /** Reads a page from its bookmark; undefined when the list is no longer the one that was indexed. */
  private async byIndex(
    list: List,
    order: Order,
    number: number,
    index: PageIndex | undefined,
  ): Promise<Read | undefined> {
    if (index === undefined) return undefined;
    const { row, skip } = index.startOf(number, order.descending);
    const isAligned = skip === 0 || skip === PAGE_SIZE;
    const shape = { order, afterRow: row !== undefined, skip: isAligned ? skip : ('$rest' as const) };
    const values = [...(row ? startValues(order, row) : []), ...(isAligned ? [] : [skip])];
    const read = await this.run(list, pageStatement(list, shape), values);
    return listVersion(read.directory, list.name) === index.version ? read : undefined;
  }

  private async run(
    list: List,
    statement: ReturnType<typeof pageStatement>,
    values: unknown[] = [],
  ): Promise<Read> {
    const rows = await this.source.rows(list.name, statement, values);
    const [first] = rows;
    const directory = parseDirectoryState(first!.at(-1)!);
    this.watch.sawDirectory(directory);
    return { directory, rows: first![0] === null ? [] : rows };
  }
}

function cursorAt(
  list: List,
  row: Row | undefined,
  order: Order,
  direction: Cursor['direction'],
): Cursor | undefined {
  return row && { direction, key: list.keyOf(row, order), id: list.idOf(row) };
}

/**
 * The cursor of the opposite direction at the same row, for a page that has no rows. The client came from the other
 * side, so there is a page; the row at the cursor belongs to it.
 */
function turnBack({ direction, key, id }: Cursor, { descending }: Order): Cursor {
  const step = descending ? -1 : 1;
  return direction === 'after'
    ? { direction: 'before', key, id: id + step }
    : { direction: 'after', key, id: id - step };
}
