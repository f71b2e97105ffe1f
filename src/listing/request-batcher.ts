interface Batch<Key, Result> {
  since: number;
  /** Distinct. */
  readonly keys: Key[];
  /** Undefined once it is over: see `docs/decisions/performance.md`. */
  results?: Promise<readonly Result[]> | undefined;
}

/** Combines concurrent requests of a group into one call. Keys can be added until the call has a permit to run. */
export class RequestBatcher<Key, Result> {
  private readonly open = new Map<string, Batch<Key, Result>>();

  /**
   * @param maxSize the number of keys of one call.
   * @param joinableMs how long keys can be added. A call that waits longer is close to its time limit, and would take them
   *   with it.
   */
  constructor(
    private readonly maxSize: number,
    private readonly joinableMs: number,
  ) {}

  /**
   * Loads the result of a key, in one call with other keys of its group.
   * @param loadAll called for the first key of a batch; it calls `close` once it may run, to get the keys, and returns
   *   their results in the same order.
   */
  async load(
    group: string,
    key: Key,
    loadAll: (close: () => readonly Key[]) => Promise<readonly Result[]>,
  ): Promise<Result> {
    const joined = this.joinable(group);
    if (joined) {
      const known = joined.keys.indexOf(key);
      const index = known < 0 ? joined.keys.push(key) - 1 : known;
      return (await joined.results!)[index]!;
    }
    const batch: Batch<Key, Result> = { since: performance.now(), keys: [key] };
    const close = () => {
      if (this.open.get(group) === batch) this.open.delete(group);
      return batch.keys;
    };
    this.open.set(group, batch);
    const results = loadAll(close).finally(() => {
      close();
      batch.results = undefined;
    });
    batch.results = results;
    return (await results)[0]!;
  }

  private joinable(group: string): Batch<Key, Result> | undefined {
    const batch = this.open.get(group);
    const isJoinable =
      batch?.results !== undefined &&
      batch.keys.length < this.maxSize &&
      performance.now() - batch.since < this.joinableMs;
    return isJoinable ? batch : undefined;
  }
}
