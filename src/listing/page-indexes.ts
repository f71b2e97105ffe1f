import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { listVersion } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { type Field } from './list-definition.js';
import { type List } from './list.js';
import { OrderCache } from './order-cache.js';
import { BOOKMARK_ROWS, PageIndex } from './page-index.js';
import { pageIndexStatement } from './page-statement.js';

/** For how many times as long as it took to read an outdated index no other one is read. */
const CHANGING_FOR = 5;

/** The page indexes of the orders whose deep pages are requested. An index is read again when its list has changed. */
@Injectable()
export class PageIndexes {
  /** Until when no index of a list is read, since one was outdated before it was read; on the clock of `performance`. */
  private readonly changingUntil = new Map<string, number>();

  constructor(
    private readonly orders: OrderCache,
    private readonly source: PageSource,
    private readonly watch: DirectoryWatch,
  ) {}

  /** The cached index of an order, unless the list is known to have changed since. */
  cached(list: List, field: Field): PageIndex | undefined {
    return this.orders.get(identityOf(list, field), list);
  }

  /**
   * Reads the index of an order in one scan; undefined when that takes too long, or the list changes faster than its
   * indexes are read.
   */
  async read(list: List, field: Field): Promise<PageIndex | undefined> {
    if (this.isChanging(list)) return undefined;
    try {
      await this.orders.read(identityOf(list, field), () => this.scan(list, field));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    return this.cached(list, field);
  }

  private isChanging(list: List): boolean {
    return performance.now() < (this.changingUntil.get(list.name) ?? 0);
  }

  private async scan(list: List, field: Field): Promise<PageIndex> {
    // It has waited for its turn, and the index of another order may have turned out to be outdated meanwhile.
    if (this.isChanging(list)) throw new DatabaseUnavailable();
    const began = performance.now();
    const statement = pageIndexStatement(list, field, BOOKMARK_ROWS);
    const { directory, rows } = await this.source.read(list.name, statement);
    const bookmarks = rows.filter(([, id]) => id !== null);
    const keys = field.column === 'id' ? [] : bookmarks.map(([key]) => key!);
    const ids = bookmarks.map(([, id]) => Number(id));
    const index = new PageIndex(listVersion(directory, list.name), keys, ids, Number(rows[0]![2] ?? 0));
    const now = performance.now();
    if (!this.watch.isLatest(list.name, index.version))
      this.changingUntil.set(list.name, now + CHANGING_FOR * (now - began));
    return index;
  }
}

function identityOf(list: List, field: Field): string {
  return `${list.name} ${field.name}`;
}
