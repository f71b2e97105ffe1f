import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { listVersion } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { type List } from './list.js';
import { Semaphore } from './semaphore.js';

/** The part of the memory for pages that cached orders may take. */
const SHARE = 0.5;
/** Bytes that they may take even where the memory for pages is smaller: without them deep pages are slow. */
const MIN_BYTES = 16 * 1024 * 1024;
/** Maximum number of concurrent reads of many rows, so that they never occupy all connections of the pool. */
const MAX_LONG_READS = 2;
const MAX_WAIT_MS = 5_000;

/** What was read in one scan of an order of a list, and is valid for one version of the list. */
export interface ScannedOrder {
  readonly version: number;
  /** Bytes of memory, approximately. */
  readonly size: number;
}

/** Caches what was read in scans of orders, and limits how many scans run. */
@Injectable()
export class OrderCache {
  private readonly cache: LRUCache<string, ScannedOrder>;
  /** A scan may be shared whatever its age: a page that is read by it proves whether it is still valid. */
  private readonly scans = new SingleFlight(Infinity);
  private readonly longReads = new Semaphore(MAX_LONG_READS, MAX_WAIT_MS);

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly watch: DirectoryWatch,
  ) {
    this.cache = new LRUCache({
      maxSize: Math.max(MIN_BYTES, config.pageCacheBytes * SHARE),
      sizeCalculation: ({ size }, identity) => size + identity.length,
    });
    watch.onRewind(() => this.cache.clear());
  }

  /** Bytes that the cached orders take. */
  get bytes(): number {
    return this.cache.calculatedSize;
  }

  /** A cached order, unless the list is known to have changed since. */
  get<T extends ScannedOrder>(identity: string, list: List): T | undefined {
    const order = this.cache.get(identity) as T | undefined;
    const { directory } = this.watch;
    return order && directory && listVersion(directory, list.name) === order.version ? order : undefined;
  }

  /** Caches what a scan reads; undefined when that takes too long. */
  async read<T extends ScannedOrder>(identity: string, scan: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.scans.do(identity, async () => {
        const order = await this.longRead(scan);
        this.cache.set(identity, order);
        return order;
      });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return undefined;
      throw error;
    }
  }

  /** Runs a read of many rows, at most `MAX_LONG_READS` of them concurrently. @throws DatabaseUnavailable after `MAX_WAIT_MS`. */
  longRead<T>(read: () => Promise<T>): Promise<T> {
    return this.longReads.run(read);
  }
}
