import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type DirectoryResult } from '../listing/directory-result.js';
import { OrderCache } from '../listing/order-cache.js';
import { MAX_AHEAD_MS, MAX_PAGES_AHEAD } from '../listing/read-ahead.js';
import { type PreparedResponse } from './prepared-response.js';
import { canonicalTarget } from './query-string.js';
import { SegmentedCache } from './segmented-cache.js';

/** The part of the memory that pages which wait for their first request may take. */
const AHEAD_SHARE = 0.25;

/** A response, and the version of the lists that it is valid for. */
export interface CachedPage {
  sources: readonly string[];
  listVersion: number;
  response: PreparedResponse;
  /** The pattern of the route that made it. */
  route: string;
  /** The canonical target. */
  key: string;
  hasPages: boolean;
  size: number;
  /** Called with the first request; only of a page that was made before that. */
  onFirstRequest?: (() => void) | undefined;
}

/**
 * Responses with pages and single objects, by the canonical form of the request target. A target was parsed and validated when it was
 * requested first, or is one of the program's own links; the next request with the same meaning gets the same response.
 */
@Injectable()
export class PageCache {
  private readonly pages: SegmentedCache<CachedPage> | undefined;
  /** Pages that were made before they were requested. */
  private readonly ahead: LRUCache<string, CachedPage> | undefined;
  private purging: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) { pageCacheBytes }: Config,
    private readonly watch: DirectoryWatch,
    orders: OrderCache,
  ) {
    if (pageCacheBytes > 0) {
      const ahead = new LRUCache<string, CachedPage>({
        max: MAX_PAGES_AHEAD,
        ttl: MAX_AHEAD_MS,
        maxSize: pageCacheBytes * AHEAD_SHARE,
        sizeCalculation: ({ size }) => size,
      });
      this.ahead = ahead;
      // Cached orders take their memory from that for pages.
      this.pages = new SegmentedCache(() => pageCacheBytes - orders.bytes - ahead.calculatedSize);
    }
    watch.onRewind(() => {
      this.pages?.clear();
      this.ahead?.clear();
    });
  }

  /** False where no memory is allowed for pages. */
  get isEnabled(): boolean {
    return this.pages !== undefined;
  }

  /** Number of cached pages, and the bytes that they take. */
  get usage(): { pages: number; bytes: number } {
    const { pages, ahead } = this;
    if (pages === undefined || ahead === undefined) return { pages: 0, bytes: 0 };
    return { pages: pages.count + ahead.size, bytes: pages.bytes + ahead.calculatedSize };
  }

  /** The directory version to send with a cached page. */
  get directoryVersion(): number | undefined {
    return this.watch.directory?.version;
  }

  set(target: string, result: DirectoryResult, response: PreparedResponse, route: string): void {
    const page = cachedPage(target, result, response, route);
    this.pages?.set(page.key, page);
  }

  /**
   * Keeps a page for its first request, for a short time.
   * @param onFirstRequest called when that is sent.
   */
  setAhead(
    target: string,
    result: DirectoryResult,
    response: PreparedResponse,
    route: string,
    onFirstRequest: () => void,
  ): void {
    const page = { ...cachedPage(target, result, response, route), onFirstRequest };
    if (!this.isLatest(page)) return;
    this.ahead?.set(page.key, page);
    this.purgeLater();
  }

  /** To be called when a page is sent. */
  noteRequest(page: CachedPage): void {
    const { onFirstRequest } = page;
    if (onFirstRequest === undefined) return;
    page.onFirstRequest = undefined;
    this.ahead?.delete(page.key);
    if (this.isLatest(page)) this.pages?.set(page.key, page);
    onFirstRequest();
  }

  /** The cached response for the current version of its lists, or for the last known one while the database is unavailable. */
  get(target: string): CachedPage | undefined {
    const cached = this.find(target);
    return cached === undefined || this.watch.trust === 'unknown' ? undefined : cached;
  }

  /** The page that was cached for the same target at the same version of the list. */
  getFor(target: string, result: DirectoryResult): CachedPage | undefined {
    const cached = this.find(target);
    return cached?.listVersion === result.listVersion ? cached : undefined;
  }

  private find(target: string): CachedPage | undefined {
    // Most targets are canonical.
    const cached = this.latest(this.pages?.get(target)) ?? this.findCanonical(canonicalTarget(target));
    return cached?.hasPages === false && canonicalTarget(target, false) !== cached.key ? undefined : cached;
  }

  private findCanonical(key: string): CachedPage | undefined {
    return this.latest(this.pages?.get(key)) ?? this.latest(this.ahead?.get(key));
  }

  private latest(page: CachedPage | undefined): CachedPage | undefined {
    return page !== undefined && this.isLatest(page) ? page : undefined;
  }

  private isLatest({ sources, listVersion }: CachedPage): boolean {
    return this.watch.isLatest(sources, listVersion);
  }

  /** Removes expired pages after a while: the cache by itself removes them only when it is used. */
  private purgeLater(): void {
    this.purging ??= setTimeout(() => {
      this.purging = undefined;
      this.ahead?.purgeStale();
      if (this.ahead !== undefined && this.ahead.size > 0) this.purgeLater();
    }, MAX_AHEAD_MS).unref();
  }
}

function cachedPage(
  target: string,
  { sources, listVersion, total }: DirectoryResult,
  response: PreparedResponse,
  route: string,
): CachedPage {
  const hasPages = total !== undefined;
  const key = canonicalTarget(target, hasPages);
  // Its gzip form is made later.
  const size = 2 * response.size + key.length;
  return { sources, listVersion, response, route, key, hasPages, size };
}
