import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { DirectoryResult } from './directory-result.js';

/** Pages that are kept until they are requested, each of at most a few hundred kilobytes. */
const MAX_PAGES = 64;
/** Milliseconds after which a client that has not requested a page will probably not come for it. */
const MAX_AGE_MS = 10_000;
/** Pages behind the one that was requested: the database reads the last of them while the others are made ready. */
const MIN_AHEAD = 2;
/** Pages that are read at once. */
const READ_AT_ONCE = 4;

/** A page, and how it is read. */
export interface PageRead<T> {
  /** The same for requests that mean the same page. */
  identity: string;
  /** Reads the page, and possibly some that follow it, up to a number of pages in all. */
  read: (pages: number) => Promise<readonly T[]>;
  /** How the page behind this one is read, once this one is known; undefined on the last page. */
  following: (page: T) => PageRead<T> | undefined;
}

/** A read in progress. */
interface Reading<T> {
  /** Undefined where the read failed. */
  page: Promise<T | undefined>;
  /** How many pages behind the latest one that was requested. */
  ahead: number;
}

type Kept<T> = T | Reading<T>;

/**
 * Reads the pages that a client will probably request next while it works on the one it has got, so that a client that
 * walks a list hardly waits for the database.
 */
@Injectable()
export class ReadAhead {
  private readonly flight = new SingleFlight();
  private pages = emptyPages();

  constructor(
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => {
      this.pages = emptyPages();
    });
  }

  /**
   * Reads a page, or takes what was read ahead of it; concurrent requests for the same page share one read.
   * @param isWalk whether the client will probably request the pages behind it: reading these begins then.
   */
  read<T extends DirectoryResult>(request: PageRead<T>, isWalk: boolean): Promise<T> {
    return this.flight.do(request.identity, async () => {
      const page = (await this.take<T>(request.identity)) ?? (await request.read(1))[0]!;
      if (isWalk) {
        this.readBehind(request, page);
        // A request for the page would fail by itself.
        this.prepareBehind(request, page).catch(() => undefined);
      }
      return page;
    });
  }

  /**
   * Starts reading what follows a page, unless enough of it is there or being read.
   * @param ahead how many pages behind the requested one the next page is.
   */
  private readBehind<T extends DirectoryResult>(last: PageRead<T>, page: T, ahead = 1): void {
    const next = ahead > MIN_AHEAD ? undefined : last.following(page);
    if (next === undefined) return;
    const known = this.pages.get(next.identity) as Kept<T> | undefined;
    if (known === undefined) void this.start(next, ahead);
    else if (isPage(known)) this.readBehind(next, known, ahead + 1);
    else known.ahead = ahead;
  }

  /** Reads pages, unless requests need all connections. */
  private async start<T extends DirectoryResult>(first: PageRead<T>, ahead: number): Promise<void> {
    const { pages } = this;
    if (pages.size > MAX_PAGES - READ_AT_ONCE) pages.purgeStale();
    if (this.database.connections.idle === 0 || pages.size > MAX_PAGES - READ_AT_ONCE) return;
    const reads = first.read(READ_AT_ONCE);
    const firstPage = reads.then(
      ([page]) => page,
      () => undefined,
    );
    const reading: Reading<T> = { page: firstPage, ahead };
    pages.set(first.identity, reading);
    try {
      const read = await reads;
      // Unless it was requested already.
      if (pages.has(first.identity)) pages.set(first.identity, read[0]!);
      let last = first;
      for (const [index, page] of read.slice(1).entries()) {
        last = last.following(read[index]!)!;
        pages.set(last.identity, page);
      }
      this.readBehind(last, read.at(-1)!, reading.ahead + read.length);
    } catch {
      // A request for the page will fail by itself.
      pages.delete(first.identity);
    }
  }

  /** Makes the JSON of the page behind one, in the form of that one, once that is sent and the database has its next task. */
  private async prepareBehind<T extends DirectoryResult>(request: PageRead<T>, page: T): Promise<void> {
    const next = request.following(page);
    const known = next && (this.pages.get(next.identity) as Kept<T> | undefined);
    const behind = await pageOf(known);
    await setImmediate();
    behind?.prepareLike(page);
  }

  /** Returns a page that was read ahead, once; undefined where there is none, or its list may have changed since. */
  private async take<T extends DirectoryResult>(identity: string): Promise<T | undefined> {
    const known = this.pages.get(identity);
    if (known === undefined) return undefined;
    this.pages.delete(identity);
    const page = (await pageOf(known)) as T | undefined;
    const isCurrent =
      page !== undefined &&
      this.watch.trust === 'current' &&
      this.watch.isLatest(page.sources, page.listVersion);
    return isCurrent ? page : undefined;
  }
}

function isPage<T extends DirectoryResult>(known: Kept<T>): known is T {
  return known instanceof DirectoryResult;
}

function pageOf<T extends DirectoryResult>(
  known: Kept<T> | undefined,
): T | Promise<T | undefined> | undefined {
  return known === undefined || isPage(known) ? known : known.page;
}

/** Pages by the identity of their reads. */
function emptyPages() {
  return new LRUCache<string, Kept<DirectoryResult>>({ max: MAX_PAGES, ttl: MAX_AGE_MS });
}
