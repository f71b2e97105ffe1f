import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { listVersion } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { type Field } from './list-definition.js';
import { type List } from './list.js';
import { OrderCache } from './order-cache.js';
import { PageIndex } from './page-index.js';
import { pageIndexStatement } from './page-statement.js';

/** After a scan whose index was outdated at once, or that failed, its list is not scanned for this many times its duration. */
const BACKOFF_FACTOR = 5;

/** The page indexes of the orders whose deep pages are requested. An index is read again when its list has changed. */
@Injectable()
export class PageIndexes {
  /** By list, until when no index is read, on the clock of `performance`. */
  private readonly noScanUntil = new Map<string, number>();

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
    if (this.isBackingOff(list)) return undefined;
    try {
      await this.orders.read(identityOf(list, field), () => this.scan(list, field));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    return this.cached(list, field);
  }

  private isBackingOff(list: List): boolean {
    return performance.now() < (this.noScanUntil.get(list.name) ?? 0);
  }

  private async scan(list: List, field: Field): Promise<PageIndex> {
    // While it waited for a permit, the index of another order may have turned out to be outdated.
    if (this.isBackingOff(list)) throw new DatabaseUnavailable();
    const began = performance.now();
    let isLatest = false;
    try {
      const { directory, rows } = await this.source.read(list.name, pageIndexStatement(list, field));
      const bookmarks = rows.filter(([, id]) => id !== null);
      const keys = field.column === 'id' ? [] : bookmarks.map(([key]) => key!);
      const ids = bookmarks.map(([, id]) => Number(id));
      const version = listVersion(directory, list.name);
      isLatest = this.watch.isLatest(list.name, version);
      return new PageIndex(version, keys, ids, Number(rows[0]![2] ?? 0));
    } finally {
      const now = performance.now();
      if (!isLatest) this.noScanUntil.set(list.name, now + BACKOFF_FACTOR * (now - began));
    }
  }
}

function identityOf(list: List, field: Field): string {
  return `${list.name} ${field.name}`;
}
