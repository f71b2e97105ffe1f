import { LRUCache } from 'lru-cache';

/** The part of the memory that entries which were requested once may always take. */
const RECENT_SHARE = 0.2;

/**
 * A cache of limited size that one-time requests cannot flush (segmented LRU). An entry starts among the recent ones and
 * moves to the frequent ones when it is requested again. When memory is short, the least recently used of the recent
 * entries goes first; of the frequent ones only where the recent ones have no more than their share.
 */
export class SegmentedCache<T extends { size: number }> {
  private readonly recent: LRUCache<string, T>;
  private readonly frequent: LRUCache<string, T>;

  /** @param maxBytes the size that all entries together may have now. */
  constructor(private readonly maxBytes: () => number) {
    const options = { maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ size }: T) => size };
    this.recent = new LRUCache(options);
    this.frequent = new LRUCache(options);
  }

  get count(): number {
    return this.recent.size + this.frequent.size;
  }

  get bytes(): number {
    return this.recent.calculatedSize + this.frequent.calculatedSize;
  }

  get(key: string): T | undefined {
    const frequent = this.frequent.get(key);
    if (frequent !== undefined) return frequent;
    const recent = this.recent.get(key);
    if (recent === undefined) return undefined;
    this.recent.delete(key);
    this.frequent.set(key, recent);
    return recent;
  }

  set(key: string, entry: T): void {
    (this.frequent.has(key) ? this.frequent : this.recent).set(key, entry);
    const max = this.maxBytes();
    while (this.bytes > max && this.count > 0) this.victims(max).pop();
  }

  clear(): void {
    this.recent.clear();
    this.frequent.clear();
  }

  /** The segment from which an entry has to go; never an empty one, whatever the size allowed is. */
  private victims(max: number): LRUCache<string, T> {
    if (this.recent.size === 0) return this.frequent;
    const isOverShare = this.recent.calculatedSize > max * RECENT_SHARE;
    return isOverShare || this.frequent.size === 0 ? this.recent : this.frequent;
  }
}
