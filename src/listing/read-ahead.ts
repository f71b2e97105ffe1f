import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { listVersion } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type DirectoryResult } from './directory-result.js';

/** Pages that are kept until they are requested, each of at most a few hundred kilobytes. */
const MAX_PAGES = 32;

/**
 * Reads the page that a client will probably request next while it works on the one it has got, so that a client that
 * walks a list hardly waits for the database.
 */
@Injectable()
export class ReadAhead {
  private readonly pages = new LRUCache<string, Promise<DirectoryResult | undefined>>({ max: MAX_PAGES });

  constructor(
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => this.pages.clear());
  }

  /** Starts reading a page, unless requests need all connections. */
  start(identity: string, read: () => Promise<DirectoryResult>): void {
    if (this.database.connections.idle === 0 || this.pages.has(identity)) return;
    this.pages.set(
      identity,
      // The request for the page will fail by itself.
      read().catch(() => undefined),
    );
  }

  /** Returns a page that was read ahead, once; undefined where there is none, or its list may have changed since. */
  async take<T extends DirectoryResult>(identity: string): Promise<T | undefined> {
    const reading = this.pages.get(identity);
    if (reading === undefined) return undefined;
    this.pages.delete(identity);
    const page = (await reading) as T | undefined;
    return page !== undefined && this.isCurrent(page) ? page : undefined;
  }

  private isCurrent(page: DirectoryResult): boolean {
    const { directory, trust } = this.watch;
    return (
      trust === 'current' &&
      directory !== undefined &&
      listVersion(directory, page.sources) === page.listVersion
    );
  }
}
