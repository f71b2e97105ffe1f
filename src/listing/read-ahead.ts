import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { type DirectoryResult, type ReadAheadResult } from './directory-result.js';

/** Pages that are kept until they are requested. */
export const MAX_PAGES_AHEAD = 64;
/** Milliseconds after which a page that was not requested is dropped. */
export const MAX_AHEAD_MS = 5_000;
/** Pages of a walk that are kept ready after the requested one. */
export const PAGES_AHEAD = 4;
/** Pages that one statement reads, at most. */
const PAGES_PER_READ = 4;

/** Concurrent requests for pages up to which reading ahead is worthwhile: with more, there is no idle time to use. */
const MAX_REQUESTS = 2;
/** Milliseconds for which nothing is read ahead after there were more. */
const BUSY_MS = 100;

/** A page, and how it is read. */
export interface PageRead<T> {
  /** The same for requests that mean the same page. */
  identity: string;
  /** The query of the request for it, where it follows another page. */
  query: string;
  /** How many pages after a requested one are kept ready, if this is one of them; 0 where reading it may take long. */
  pagesAhead: () => number;
  /** Reads the page, and possibly some that follow it, up to a number of pages in all. */
  read: (pages: number) => Promise<readonly T[]>;
  /** How the page after this one is read, once this one is known; undefined on the last page. */
  following: (page: T) => PageRead<T> | undefined;
}

/** A page that was read ahead, or is being read. */
interface Kept<T> {
  /** Undefined where the read failed. */
  reading: Promise<T | undefined>;
  page?: T;
  /** How many pages after the latest one that was requested, while it is being read. */
  ahead: number;
  /** Whether `results` returns it. */
  isReturned?: boolean;
}

/**
 * Reads the pages that a client will probably request next while it works on the one it has got, so that a client that
 * walks a list hardly waits for the database.
 */
@Injectable()
export class ReadAhead {
  private readonly flight = new SingleFlight();
  private pages = emptyPages();
  /** Requests whose page is being read. */
  private requests = 0;
  /** Until when the server counts as busy, on the clock of `performance`. */
  private busyUntil = 0;

  constructor(private readonly watch: DirectoryWatch) {
    watch.onRewind(() => {
      this.pages = emptyPages();
    });
  }

  /**
   * Reads a page, or takes what was read ahead of it; concurrent requests for the same page share one read.
   * @param isWalk whether the client will probably request the pages after it: reading these begins then.
   */
  read<T extends DirectoryResult>(request: PageRead<T>, isWalk: boolean): Promise<T> {
    return this.flight.do(request.identity, async () => {
      this.requests++;
      try {
        const page = (await this.take<T>(request.identity)) ?? (await request.read(1))[0]!;
        if (isWalk) this.goOn(request, page);
        return page;
      } finally {
        if (this.requests-- > MAX_REQUESTS) this.busyUntil = performance.now() + BUSY_MS;
      }
    });
  }

  /** Reads the pages after one that is sent, as far as they are not read yet. */
  private goOn<T extends DirectoryResult>(request: PageRead<T>, page: T): void {
    const next = request.following(page);
    const started = next && this.readOn(next);
    if (started !== undefined) page.setFollowing(this.results(started));
  }

  /**
   * Starts reading a page and those after it, unless enough of them are there or being read.
   * @param ahead how many pages after the requested one the page is.
   * @returns the first page that is read now, if any.
   */
  private readOn<T extends DirectoryResult>(
    next: PageRead<T> | undefined,
    ahead = 1,
  ): PageRead<T> | undefined {
    if (next === undefined || ahead > next.pagesAhead()) return undefined;
    const kept = this.kept<T>(next);
    if (kept === undefined) {
      void this.start(next, ahead);
      return next;
    }
    if (kept.page !== undefined) return this.readOn(next.following(kept.page), ahead + 1);
    kept.ahead = ahead;
    return undefined;
  }

  /** Whether more requests are, or were a moment ago, in progress than leave time for reading ahead. */
  private isBusy(): boolean {
    return this.requests > MAX_REQUESTS || performance.now() < this.busyUntil;
  }

  /** Reads pages, unless there are other requests to work on. */
  private async start<T extends DirectoryResult>(first: PageRead<T>, ahead: number): Promise<void> {
    const { pages } = this;
    const isFull = () => pages.size > MAX_PAGES_AHEAD - PAGES_PER_READ;
    if (isFull()) pages.purgeStale();
    if (this.isBusy() || isFull()) return;
    const reading = first.read(PAGES_PER_READ);
    const kept: Kept<T> = {
      reading: reading.then(
        ([page]) => page,
        () => undefined,
      ),
      ahead,
    };
    pages.set(first.identity, kept);
    try {
      const read = await reading;
      kept.page = read[0]!;
      let last = first;
      for (const [index, page] of read.slice(1).entries()) {
        last = last.following(read[index]!)!;
        pages.set(last.identity, { reading: Promise.resolve(page), page, ahead });
      }
      this.readOn(last.following(read.at(-1)!), kept.ahead + read.length);
    } catch {
      // A request for the page will fail by itself.
      pages.delete(first.identity);
    }
  }

  /** A page that is being read and those after it, each once, unless it was requested meanwhile. */
  private async *results<T extends DirectoryResult>(first: PageRead<T>): AsyncGenerator<ReadAheadResult> {
    for (let next: PageRead<T> | undefined = first; next !== undefined;) {
      const request: PageRead<T> = next;
      const kept = this.kept<T>(request);
      if (kept === undefined || kept.isReturned === true) return;
      kept.isReturned = true;
      const result = await kept.reading;
      if (result === undefined) return;
      if (this.pages.peek(request.identity) === (kept as Kept<DirectoryResult>)) {
        const take = () => {
          this.pages.delete(request.identity);
          this.goOn(request, result);
        };
        yield { query: request.query, result, take };
      }
      next = request.following(result);
    }
  }

  /** Returns a page that was read ahead, once; undefined where there is none, or its list may have changed since. */
  private async take<T extends DirectoryResult>(identity: string): Promise<T | undefined> {
    const kept = this.pages.get(identity) as Kept<T> | undefined;
    if (kept === undefined) return undefined;
    this.pages.delete(identity);
    const page = await kept.reading;
    return page !== undefined && this.isCurrent(page) ? page : undefined;
  }

  private kept<T extends DirectoryResult>({ identity }: PageRead<T>): Kept<T> | undefined {
    const kept = this.pages.get(identity) as Kept<T> | undefined;
    return kept?.page === undefined || this.isCurrent(kept.page) ? kept : undefined;
  }

  private isCurrent(page: DirectoryResult): boolean {
    return this.watch.trust === 'current' && this.watch.isLatest(page.sources, page.listVersion);
  }
}

/** Pages by the identity of their reads. */
function emptyPages() {
  return new LRUCache<string, Kept<DirectoryResult>>({ max: MAX_PAGES_AHEAD, ttl: MAX_AHEAD_MS });
}
