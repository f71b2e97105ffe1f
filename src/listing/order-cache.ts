import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { type List } from './list.js';
import { Semaphore } from './semaphore.js';

/** The part of the memory for pages that cached orders may take. */
const SHARE = 0.5;
/** Bytes that they may take even where the memory for pages is smaller: without them deep pages are slow. */
const MIN_BYTES = 16 * 1024 * 1024;
/** Maximum number of concurrent reads of each of two kinds, so that they never occupy all connections of the pool. */
const MAX_LONG_READS = 2;
/** How long a request waits for a read of many rows. */
export const MAX_WAIT_MS = 5_000;

/** What was read in one scan of an order of a list, and is valid for one version of the list. */
export interface ScannedOrder {
  readonly version: number;
  /** Bytes of memory, approximately. */
  readonly size: number;
}

/** Caches what was read in scans of orders, and limits how many reads of many rows run. */
@Injectable()
export class OrderCache {
  private readonly cache: LRUCache<string, ScannedOrder>;
  /** A read may be shared whatever its age: a page that is read by it proves whether it is still valid. */
  private readonly shared = new SingleFlight(Infinity);
  private readonly sharedReads = new Semaphore(MAX_LONG_READS, MAX_WAIT_MS);
  private readonly ownReads = new Semaphore(MAX_LONG_READS, MAX_WAIT_MS);

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
    return order && this.watch.isLatest(list.name, order.version) ? order : undefined;
  }

  /** Caches what a scan reads. @throws DatabaseUnavailable as `sharedRead` does. */
  read<T extends ScannedOrder>(identity: string, scan: () => Promise<T>): Promise<T> {
    return this.sharedRead(identity, async () => {
      const order = await scan();
      this.cache.set(identity, order);
      return order;
    });
  }

  /**
   * Runs a read of many rows for all who ask for the same. One that takes longer than a request waits goes on, for the
   * requests that come back.
   * @throws DatabaseUnavailable after `MAX_WAIT_MS`.
   */
  sharedRead<T>(identity: string, read: () => Promise<T>): Promise<T> {
    return within(
      MAX_WAIT_MS,
      this.shared.do(identity, () => this.sharedReads.run(read)),
    );
  }

  /** Runs a read of many rows for one request. @throws DatabaseUnavailable when it has waited for `MAX_WAIT_MS`. */
  ownRead<T>(read: () => Promise<T>): Promise<T> {
    return this.ownReads.run(read);
  }
}

/** @throws DatabaseUnavailable when the result takes longer. */
async function within<T>(ms: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable()), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
