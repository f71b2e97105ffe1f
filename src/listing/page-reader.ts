import { Injectable } from '@nestjs/common';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { SingleFlight } from '../database/single-flight.js';
import { type List, type Order, type Row } from './list.js';
import { PageIndex } from './page-index.js';
import { pageStatement, startValues } from './page-statement.js';
import { PAGE_SIZE, Page, type PageRequest, type Cursor } from './page.js';

const ATTEMPTS = 2;
/** Pages that are near enough to the start to be reached by skipping rows, without a page index. */
const NEAR_PAGES = 4;

/** Reads pages of lists from the database: one statement a page, at the same cost at any depth. */
@Injectable()
export class PageReader {
  private readonly flight = new SingleFlight();
  private readonly indexes = new Map<string, PageIndex>();

  constructor(
    private readonly source: PageSource,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => this.indexes.clear());
  }

  /** Concurrent requests for the same page share one read. */
  read(list: List, request: PageRequest): Promise<Page> {
    const { order, at, filter } = request;
    const identity = JSON.stringify(['page', list.name, order.field.name, order.descending, at, filter]);
    return this.flight.do(identity, async () => {
      const page =
        typeof at === 'number'
          ? await this.readByNumber(list, request, at)
          : await this.readByCursor(list, request, at);
      this.watch.saw('directory', page.version);
      return page;
    });
  }

  private async readByCursor(list: List, request: PageRequest, cursor: Cursor): Promise<Page> {
    const { order, filter } = request;
    const backwards = cursor.direction === 'before';
    const shape = { order, backwards, fromRow: true, skip: 0, filterColumn: filter?.column };
    const values = [...startValues(order, cursor), ...(filter ? [filter.values] : [])];
    const { version, rows } = split(list, await this.source.rows(pageStatement(list, shape), values));
    const more = rows.length > PAGE_SIZE;
    const shown = rows.slice(0, PAGE_SIZE);
    if (backwards) shown.reverse();
    const previous = cursorAt(list, shown[0], order, 'before') ?? turnBack(cursor, order);
    const next = cursorAt(list, shown.at(-1), order, 'after') ?? turnBack(cursor, order);
    return new Page(
      list,
      request,
      version,
      shown,
      backwards && !more ? undefined : previous,
      !backwards && !more ? undefined : next,
    );
  }

  private async readByNumber(list: List, request: PageRequest, number: number): Promise<Page> {
    const { version, rows } = split(list, await this.rowsByNumber(list, request, number));
    const shown = rows.slice(0, PAGE_SIZE);
    const previous = (await this.exists(list, request, number - 1, shown)) ? number - 1 : undefined;
    const next = rows.length > PAGE_SIZE ? cursorAt(list, shown.at(-1), request.order, 'after') : undefined;
    return new Page(list, request, version, shown, previous, next);
  }

  /** Page 1 always exists; any other does when it has rows, as it has when the page after it has. */
  private async exists(
    list: List,
    request: PageRequest,
    number: number,
    after: readonly Row[],
  ): Promise<boolean> {
    if (number <= 1 || after.length > 0) return number >= 1;
    return split(list, await this.rowsByNumber(list, request, number)).rows.length > 0;
  }

  private async rowsByNumber(list: List, { order, filter }: PageRequest, number: number): Promise<Row[]> {
    const offset = (number - 1) * PAGE_SIZE;
    if (filter) {
      const statement = pageStatement(list, { order, skip: '$offset', filterColumn: filter.column });
      return this.source.rows(statement, [filter.values, offset]);
    }
    if (number <= NEAR_PAGES) return this.source.rows(pageStatement(list, { order, skip: offset }));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const index = await this.indexOf(list, order, attempt > 0);
      const start = index.startOf(number);
      const fromRow = 'key' in start;
      const statement = pageStatement(list, { order, fromRow, skip: start.skip });
      const rows = await this.source.rows(statement, fromRow ? startValues(order, start) : []);
      if (versionOf(list, rows) === index.version) return rows;
    }
    // The directory changes faster than an index can be read: skipping all rows is slow, and right.
    return this.source.rows(pageStatement(list, { order, skip: '$offset' }), [offset]);
  }

  private async indexOf(list: List, order: Order, again: boolean): Promise<PageIndex> {
    const identity = `index ${list.name} ${order.field.name} ${order.descending}`;
    const cached = this.indexes.get(identity);
    if (cached && !again && cached.version === this.watch.directoryVersion) return cached;
    return this.flight.do(identity, async () => {
      const index = await PageIndex.read(this.source, list, order);
      this.indexes.set(identity, index);
      return index;
    });
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

function split(list: List, rows: Row[]): { version: number; rows: Row[] } {
  return { version: versionOf(list, rows), rows: rows[0]![0] === null ? [] : rows };
}

function versionOf(list: List, rows: Row[]): number {
  return Number(rows[0]![list.fields.length]);
}
