import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type PreparedResponse } from './prepared-response.js';

interface Held {
  version: number;
  answer: PreparedResponse;
}

/**
 * Pages as they went out, by the request target that they answered. What a target asks for was understood and
 * checked when it was answered first, so the next who sends the same characters gets the same page.
 */
@Injectable()
export class PageCache {
  private readonly held: LRUCache<string, Held> | undefined;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly watch: DirectoryWatch,
  ) {
    if (config.pageCacheBytes > 0) {
      this.held = new LRUCache({
        maxSize: config.pageCacheBytes,
        sizeCalculation: ({ answer }, target) => 2 * answer.size + target.length,
      });
    }
    watch.onRewind(() => this.held?.clear());
  }

  /** Number of pages held, and the bytes that they take. */
  get usage(): { pages: number; bytes: number } {
    return { pages: this.held?.size ?? 0, bytes: this.held?.calculatedSize ?? 0 };
  }

  set(target: string, version: number, answer: PreparedResponse): void {
    this.held?.set(target, { version, answer });
  }

  /** A page of the version that the directory has now; of the last known one while the database is out of reach. */
  get(target: string): PreparedResponse | undefined {
    const held = this.held?.get(target);
    if (held === undefined || held.version !== this.watch.directoryVersion) return undefined;
    return this.watch.trust === 'unknown' ? undefined : held.answer;
  }
}
