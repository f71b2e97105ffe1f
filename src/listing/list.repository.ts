import { Injectable } from '@nestjs/common';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { SingleFlight } from '../database/single-flight.js';
import { type List, type Order, type Row } from './list.js';
import { PageIndex } from './page-index.js';
import { pageStatement, cursorValues } from './page-statement.js';
import { PAGE_SIZE, type Page, type PageRequest, type Cursor } from './page.js';

const ATTEMPTS = 2;
/** So many pages are near enough to be reached by skipping, and to take no milestones for. */
const NEAR = 4;

/** Reads pages of a list from the database, a statement a page, whatever its depth. */
export abstract class ListRepository {
  private readonly flight = new SingleFlight();
  private readonly milestones = new Map<string, PageIndex>();

  constructor(
    readonly list: List,
    private readonly source: PageSource,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => this.milestones.clear());
  }

  /** Requests for the same page at the same time share one read. */
  read(request: PageRequest): Promise<Page> {
    const { order, at, among } = request;
    const identity = JSON.stringify(['page', order.field.name, order.descending, at, among]);
    return this.flight.do(identity, async () => {
      const page =
        typeof at === 'number'
          ? await this.readByNumber(request, at)
          : await this.readByPosition(request, at);
      this.watch.saw('directory', page.version);
      return page;
    });
  }

  private async readByPosition(request: PageRequest, position: Cursor): Promise<Page> {
    const { order, among } = request;
    const backwards = position.direction === 'before';
    const statement = pageStatement(this.list, {
      order,
      backwards,
      fromCursor: true,
      skip: 0,
      among: among?.column,
    });
    const values = [...cursorValues(order, position), ...(among ? [among.values] : [])];
    const { version, rows } = split(this.list, await this.source.rows(statement, values));
    const more = rows.length > PAGE_SIZE;
    const kept = rows.slice(0, PAGE_SIZE);
    if (backwards) kept.reverse();
    return {
      list: this.list,
      request,
      version,
      rows: kept,
      previous: backwards && !more ? undefined : (this.before(kept[0], order) ?? turned(position, order)),
      next: !backwards && !more ? undefined : (this.after(kept.at(-1), order) ?? turned(position, order)),
    };
  }

  private before(row: Row | undefined, order: Order): Cursor | undefined {
    return row && { direction: 'before', key: this.list.keyOf(row, order), id: this.list.idOf(row) };
  }

  private after(row: Row | undefined, order: Order): Cursor | undefined {
    return row && { direction: 'after', key: this.list.keyOf(row, order), id: this.list.idOf(row) };
  }

  private async readByNumber(request: PageRequest, number: number): Promise<Page> {
    const { version, rows } = split(this.list, await this.rowsByNumber(request, number));
    const kept = rows.slice(0, PAGE_SIZE);
    return {
      list: this.list,
      request,
      version,
      rows: kept,
      previous: (await this.isThere(request, number - 1, kept)) ? number - 1 : undefined,
      next: rows.length > PAGE_SIZE ? this.after(kept.at(-1), request.order) : undefined,
    };
  }

  /** Page 1 is always there; others are when they have rows, as they have when the page after them has. */
  private async isThere(request: PageRequest, number: number, after: readonly Row[]): Promise<boolean> {
    if (number <= 1 || after.length > 0) return number >= 1;
    return split(this.list, await this.rowsByNumber(request, number)).rows.length > 0;
  }

  private async rowsByNumber({ order, among }: PageRequest, number: number): Promise<Row[]> {
    const offset = (number - 1) * PAGE_SIZE;
    if (among) {
      const statement = pageStatement(this.list, { order, skip: '$offset', among: among.column });
      return this.source.rows(statement, [among.values, offset]);
    }
    if (number <= NEAR) return this.source.rows(pageStatement(this.list, { order, skip: offset }));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const milestones = await this.milestonesOf(order, attempt > 0);
      const nearest = milestones.before(number);
      const fromCursor = 'key' in nearest;
      const statement = pageStatement(this.list, { order, fromCursor, skip: nearest.skip });
      const rows = await this.source.rows(statement, fromCursor ? cursorValues(order, nearest) : []);
      if (versionOf(this.list, rows) === milestones.version) return rows;
    }
    // The directory changes faster than milestones can be set: the plain way is slow here, and right.
    return this.source.rows(pageStatement(this.list, { order, skip: '$offset' }), [offset]);
  }

  private async milestonesOf(order: Order, anew: boolean): Promise<PageIndex> {
    const identity = `milestones ${order.field.name} ${order.descending}`;
    const held = this.milestones.get(identity);
    if (held && !anew && held.version === this.watch.directoryVersion) return held;
    return this.flight.do(identity, async () => {
      const milestones = await PageIndex.read(this.source, this.list, order);
      this.milestones.set(identity, milestones);
      return milestones;
    });
  }
}

/**
 * Somebody came from the other side of this position, so there is a page, be this one empty. The row at the position
 * itself belongs to that page.
 */
function turned({ direction, key, id }: Cursor, { descending }: Order): Cursor {
  const step = descending ? -1 : 1;
  return direction === 'after'
    ? { direction: 'before', key, id: id + step }
    : { direction: 'after', key, id: id - step };
}

/** The repository of one list, to be extended by that of its resource. */
export function listRepository(list: List) {
  @Injectable()
  class RepositoryOfList extends ListRepository {
    constructor(source: PageSource, watch: DirectoryWatch) {
      super(list, source, watch);
    }
  }
  return RepositoryOfList;
}

function split(list: List, rows: Row[]): { version: number; rows: Row[] } {
  return { version: versionOf(list, rows), rows: rows[0]![0] === null ? [] : rows };
}

function versionOf(list: List, rows: Row[]): number {
  return Number(rows[0]![list.fields.length]);
}
