import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CursorCodec } from './cursor-codec.js';
import { type PageLink } from './directory-result.js';
import { FilteredPages, type PageRows } from './filtered-pages.js';
import { type List, type Order, type Row } from './list.js';
import { type Cursor, MAX_ROWS, Page, PAGE_SIZE, type PageRequest } from './page.js';
import { type PageRead, PAGES_AHEAD, ReadAhead } from './read-ahead.js';
import { UnfilteredPages } from './unfiltered-pages.js';

/** Pages by number that are remembered, to recognize clients that count up `page`, and for how many milliseconds. */
const MAX_NUMBERED = 200;
const NUMBERED_FOR_MS = 5_000;

/** Where the pages before and after a page start; undefined where there is none. */
interface Neighbors {
  previous: number | Cursor | undefined;
  next: Cursor | undefined;
}

/** Reads pages of lists from the database, at the same cost at any depth: one statement reads a page, or several of a walk. */
@Injectable()
export class PageReader {
  /** The pages that were requested by number, by identity. */
  private readonly numbered = new LRUCache<string, true>({ max: MAX_NUMBERED, ttl: NUMBERED_FOR_MS });

  constructor(
    private readonly unfiltered: UnfilteredPages,
    private readonly filtered: FilteredPages,
    private readonly cursors: CursorCodec,
    private readonly ahead: ReadAhead,
  ) {}

  read(list: List, request: PageRequest): Promise<Page> {
    const isWalk = this.isWalk(list, request);
    return this.ahead.read(this.pageRead(list, request), isWalk);
  }

  /** Whether the client will probably request the next page. */
  private isWalk(list: List, request: PageRequest): boolean {
    const { at } = request;
    if (typeof at !== 'number') return at.direction === 'after';
    return this.numbered.has(identityOf(list, { ...request, at: at - 1 }));
  }

  /** @param parameter the query parameter of the page in a link; empty for the page that a client requested. */
  private pageRead(list: List, request: PageRequest, parameter = ''): PageRead<Page> {
    const { at, filters, order, size } = request;
    // With filters, several pages can take much longer than one.
    const most = filters.isEmpty ? Math.max(1, Math.floor(MAX_ROWS / size)) : 1;
    return {
      identity: identityOf(list, request),
      query: queryOf(request, parameter),
      read: (pages) => {
        const count = Math.min(pages, most);
        if (typeof at !== 'number') return this.byCursor(list, request, at, count);
        for (let page = at; page < at + count; page++)
          this.numbered.set(identityOf(list, { ...request, at: page }), true);
        return this.byNumber(list, request, at, count);
      },
      pagesAhead: () => this.pagesAhead(list, request),
      following: ({ rows, nextCursor }) => {
        if (nextCursor === undefined) return undefined;
        if (typeof at === 'number')
          return this.pageRead(list, { ...request, at: at + 1 }, pageParameter(at + 1));
        const next = cursorAt(list, rows.at(-1), order, 'after')!;
        return this.pageRead(list, { ...request, at: next }, cursorParameter(nextCursor));
      },
    };
  }

  /** Fewer of a filtered list; none where a page index or all matches would have to be read. */
  private pagesAhead(list: List, { at, filters, order }: PageRequest): number {
    if (typeof at !== 'number') return filters.isEmpty ? PAGES_AHEAD : 2;
    return filters.isEmpty && this.unfiltered.isCheap(list, order, at) ? PAGES_AHEAD : 0;
  }

  private async byCursor(list: List, request: PageRequest, cursor: Cursor, pages: number): Promise<Page[]> {
    const { order, filters, size } = request;
    const backwards = cursor.direction === 'before';
    const shape = { order, size: pages * size };
    const { rows, ...read } = filters.isEmpty
      ? await this.unfiltered.byCursor(list, shape, cursor)
      : await this.filtered.read(list, { ...shape, filters, backwards, afterRow: cursor });
    return split(rows, size, pages).map(({ shown, more }) => {
      if (backwards) shown.reverse();
      const previous = cursorAt(list, shown[0], order, 'before') ?? turnBack(cursor, order);
      const next = cursorAt(list, shown.at(-1), order, 'after') ?? turnBack(cursor, order);
      return this.page(
        list,
        request,
        { ...read, rows: shown },
        {
          previous: backwards && !more ? undefined : previous,
          next: !backwards && !more ? undefined : next,
        },
      );
    });
  }

  private async byNumber(list: List, request: PageRequest, first: number, pages: number): Promise<Page[]> {
    const { order, size } = request;
    const { rows, ...read } = await this.rowsOf(list, request, first, pages * size);
    const hasPrevious = await this.exists(list, request, first - 1, rows);
    return split(rows, size, pages).map(({ shown, more }, index) => {
      const previous = index > 0 || hasPrevious ? first + index - 1 : undefined;
      const next = more ? cursorAt(list, shown.at(-1), order, 'after') : undefined;
      return this.page(list, request, { ...read, rows: shown }, { previous, next });
    });
  }

  private page(
    list: List,
    request: PageRequest,
    { directory, rows, total }: PageRows,
    { previous, next }: Neighbors,
  ): Page {
    const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
    const nextCursor = next && this.cursors.encode(list, request, next);
    const links: PageLink[] = [];
    const add = (rel: PageLink['rel'], parameter: string) =>
      links.push({ rel, query: queryOf(request, parameter) });
    add('first', pageParameter(1));
    if (typeof previous === 'number') add('prev', pageParameter(previous));
    else if (previous) add('prev', cursorParameter(this.cursors.encode(list, request, previous)));
    if (nextCursor !== undefined) add('next', cursorParameter(nextCursor));
    add('last', pageParameter(lastPage));
    return new Page(list, directory, rows, total, links, nextCursor);
  }

  /** Page 1 always exists; any other does when it has rows, as it has when the page after it has. */
  private async exists(
    list: List,
    request: PageRequest,
    number: number,
    after: readonly Row[],
  ): Promise<boolean> {
    if (number <= 1 || after.length > 0) return number >= 1;
    return (await this.rowsOf(list, request, number, request.size)).rows.length > 0;
  }

  private rowsOf(
    list: List,
    { order, filters }: PageRequest,
    number: number,
    size: number,
  ): Promise<PageRows> {
    return filters.isEmpty
      ? this.unfiltered.byNumber(list, { order, size }, number)
      : this.filtered.read(list, { order, filters, size, offset: (number - 1) * PAGE_SIZE });
  }
}

function identityOf(list: List, { order, at, filters, kept, size }: PageRequest): string {
  const start = typeof at === 'number' ? [at] : [at.direction, at.key, at.id];
  return JSON.stringify([
    ...[list.name, order.field.name, order.descending, filters.digest, kept, size],
    ...start,
  ]);
}

/** Splits what was read for a number of pages; `more` says that another page follows. */
function split(rows: readonly Row[], size: number, pages: number) {
  const found = Math.min(pages, Math.max(1, Math.ceil(rows.length / size)));
  return Array.from({ length: found }, (_, index) => {
    const end = (index + 1) * size;
    return { shown: rows.slice(end - size, end), more: rows.length > end };
  });
}

function queryOf({ kept }: PageRequest, parameter: string): string {
  return [kept, parameter].filter((part) => part !== '').join('&');
}

function pageParameter(number: number): string {
  return number > 1 ? `page=${number}` : '';
}

function cursorParameter(cursor: string): string {
  return `cursor=${cursor}`;
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
