import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { listVersion, parseDirectoryState } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { SingleFlight } from '../database/single-flight.js';
import { type Field } from './list-definition.js';
import { type List } from './list.js';
import { PageIndex } from './page-index.js';
import { pageIndexStatement } from './page-statement.js';
import { PAGE_SIZE } from './page.js';
import { Semaphore } from './semaphore.js';

/** The part of the memory for pages that page indexes may take. */
const SHARE = 0.5;
/** Bytes that they may take even where the memory for pages is smaller: without them deep pages are slow. */
const MIN_BYTES = 16 * 1024 * 1024;
/** Maximum number of concurrent reads of many rows, so that they never occupy all connections of the pool. */
const MAX_LONG_READS = 2;
const MAX_WAIT_MS = 5_000;

/** Caches a page index for each order whose deep pages are requested, and reads it again when the list has changed. */
@Injectable()
export class PageIndexes {
  private readonly cache: LRUCache<string, PageIndex>;
  /** A scan may be shared whatever its age: a page that is read by its index proves whether it is still valid. */
  private readonly scans = new SingleFlight(Infinity);
  private readonly longReads = new Semaphore(MAX_LONG_READS, MAX_WAIT_MS);

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly source: PageSource,
    private readonly watch: DirectoryWatch,
  ) {
    this.cache = new LRUCache({
      maxSize: Math.max(MIN_BYTES, config.pageCacheBytes * SHARE),
      sizeCalculation: ({ size }) => size + 1,
    });
    watch.onRewind(() => this.cache.clear());
  }

  /** Bytes that the cached page indexes take. */
  get bytes(): number {
    return this.cache.calculatedSize;
  }

  /** The cached index of an order, unless the list is known to have changed since. */
  cached(list: List, field: Field): PageIndex | undefined {
    const index = this.cache.get(identityOf(list, field));
    const { directory } = this.watch;
    return index && directory && listVersion(directory, list.name) === index.version ? index : undefined;
  }

  /** Reads the index of an order in one scan; undefined when that takes too long. */
  async read(list: List, field: Field): Promise<PageIndex | undefined> {
    const identity = identityOf(list, field);
    try {
      return await this.scans.do(identity, async () => {
        const index = await this.longRead(() => this.scan(list, field));
        this.cache.set(identity, index);
        return index;
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

  private async scan(list: List, field: Field): Promise<PageIndex> {
    const rows = await this.source.rows(list.name, pageIndexStatement(list, field), [PAGE_SIZE]);
    const version = listVersion(parseDirectoryState(rows[0]!.at(-1)!), list.name);
    const bookmarks = rows.filter(([, id]) => id !== null);
    const keys = field.column === 'id' ? [] : bookmarks.map(([key]) => key!);
    const ids = bookmarks.map(([, id]) => Number(id));
    return new PageIndex(version, keys, ids, Number(rows[0]![2] ?? 0));
  }
}

function identityOf(list: List, field: Field): string {
  return `${list.name} ${field.name}`;
}
