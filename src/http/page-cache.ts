import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type DirectoryResult } from '../listing/directory-result.js';
import { OrderCache } from '../listing/order-cache.js';
import { type PreparedResponse } from './prepared-response.js';
import { canonicalTarget } from './query-string.js';
import { SegmentedCache } from './segmented-cache.js';

/** Pages that are kept for their first request, and for how many milliseconds. */
const MAX_AHEAD = 64;
const AHEAD_FOR_MS = 5_000;

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
 * requested first; the next request with the same meaning gets the same response.
 */
@Injectable()
export class PageCache {
  private readonly pages: SegmentedCache<CachedPage> | undefined;
  /** Pages that were made before they were requested. */
  private readonly ahead = new LRUCache<string, CachedPage>({
    max: MAX_AHEAD,
    ttl: AHEAD_FOR_MS,
  });

  constructor(
    @Inject(CONFIG) { pageCacheBytes }: Config,
    private readonly watch: DirectoryWatch,
    orders: OrderCache,
  ) {
    // Cached orders take their memory from that for pages.
    if (pageCacheBytes > 0) this.pages = new SegmentedCache(() => pageCacheBytes - orders.bytes);
    watch.onRewind(() => {
      this.pages?.clear();
      this.ahead.clear();
    });
  }

  /** Number of cached pages, and the bytes that they take. */
  get usage(): { pages: number; bytes: number } {
    return { pages: this.pages?.count ?? 0, bytes: this.pages?.bytes ?? 0 };
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
    if (this.pages !== undefined) this.ahead.set(page.key, page);
  }

  /** To be called when a page is sent. */
  noteRequest(page: CachedPage): void {
    const { onFirstRequest } = page;
    if (onFirstRequest === undefined) return;
    page.onFirstRequest = undefined;
    this.ahead.delete(page.key);
    this.pages?.set(page.key, page);
    onFirstRequest();
  }

  /** The cached response for the current version of its lists, or for the last known one while the database is unavailable. */
  get(target: string): CachedPage | undefined {
    const cached = this.find(target);
    if (cached === undefined || !this.watch.isLatest(cached.sources, cached.listVersion)) return undefined;
    return this.watch.trust === 'unknown' ? undefined : cached;
  }

  /** The response that was made for the same target at the same version of the list, if it is cached. */
  getFor(target: string, result: DirectoryResult): PreparedResponse | undefined {
    const cached = this.find(target);
    return cached?.listVersion === result.listVersion ? cached.response : undefined;
  }

  private find(target: string): CachedPage | undefined {
    // Most targets are canonical.
    const cached = this.pages?.get(target) ?? this.findCanonical(target);
    return cached?.hasPages === false && canonicalTarget(target, false) !== cached.key ? undefined : cached;
  }

  private findCanonical(target: string): CachedPage | undefined {
    const key = canonicalTarget(target);
    return this.pages?.get(key) ?? this.ahead.get(key);
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
