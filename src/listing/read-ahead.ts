import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { type DirectoryResult } from './directory-result.js';

/** Pages that are kept until they are requested, each of at most a few hundred kilobytes. */
const MAX_PAGES = 32;

/** A page, and how it is read. */
export interface PageRead<T> {
  /** The same for requests that mean the same page. */
  identity: string;
  read: () => Promise<T>;
}

/**
 * Reads the page that a client will probably request next while it works on the one it has got, so that a client that
 * walks a list hardly waits for the database.
 */
@Injectable()
export class ReadAhead {
  private readonly flight = new SingleFlight();
  private readonly pages = new LRUCache<string, Promise<DirectoryResult | undefined>>({ max: MAX_PAGES });

  constructor(
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => this.pages.clear());
  }

  /**
   * Reads a page, or takes what was read ahead of it; concurrent requests for the same page share one read. Then starts
   * reading the page that will probably be requested next.
   */
  read<T extends DirectoryResult>(page: PageRead<T>, next: (page: T) => PageRead<T> | undefined): Promise<T> {
    return this.flight.do(page.identity, async () => {
      const result = (await this.take<T>(page.identity)) ?? (await page.read());
      const following = next(result);
      if (following !== undefined) this.start(following);
      return result;
    });
  }

  /** Starts reading a page, unless requests need all connections. */
  private start({ identity, read }: PageRead<DirectoryResult>): void {
    if (this.database.connections.idle === 0 || this.pages.has(identity)) return;
    this.pages.set(
      identity,
      // The request for the page will fail by itself.
      read().catch(() => undefined),
    );
  }

  /** Returns a page that was read ahead, once; undefined where there is none, or its list may have changed since. */
  private async take<T extends DirectoryResult>(identity: string): Promise<T | undefined> {
    const reading = this.pages.get(identity);
    if (reading === undefined) return undefined;
    this.pages.delete(identity);
    const page = (await reading) as T | undefined;
    const isCurrent =
      page !== undefined &&
      this.watch.trust === 'current' &&
      this.watch.isLatest(page.sources, page.listVersion);
    return isCurrent ? page : undefined;
  }
}
