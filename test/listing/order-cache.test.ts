import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Config } from '../../src/config/config.js';
import { DatabaseUnavailable } from '../../src/database/database-unavailable.js';
import { type DirectoryWatch } from '../../src/database/directory-watch.js';
import { OrderCache } from '../../src/listing/order-cache.js';

const WAIT_MS = 5_000;

/** A read that takes a time, and how often it was begun. */
function slowRead(ms: number) {
  const read = { begun: 0, run: () => (read.begun++, new Promise((done) => setTimeout(done, ms, 'read'))) };
  return read;
}

const settled = (result: Promise<unknown>) => result.catch((error: unknown) => error);

describe('A read of many rows', () => {
  let orders: OrderCache;

  beforeEach(() => {
    jest.useFakeTimers();
    const watch = { onRewind: () => undefined } as unknown as DirectoryWatch;
    orders = new OrderCache({ pageCacheBytes: 0 } as Config, watch);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('goes on when a request has waited long enough, and the next request gets what it reads', async () => {
    const read = slowRead(3 * WAIT_MS);
    const first = settled(orders.sharedRead('total', read.run));
    await jest.advanceTimersByTimeAsync(2 * WAIT_MS);
    expect(await first).toBeInstanceOf(DatabaseUnavailable);
    const second = orders.sharedRead('total', read.run);
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    expect(await second).toBe('read');
    expect(read.begun).toBe(1);
  });

  test('that does not begin in time is not read at all', async () => {
    const slow = slowRead(3 * WAIT_MS);
    const reads = ['one', 'other'].map((identity) => settled(orders.sharedRead(identity, slow.run)));
    const late = slowRead(1);
    const third = settled(orders.sharedRead('third', late.run));
    await jest.advanceTimersByTimeAsync(4 * WAIT_MS);
    expect(await third).toBeInstanceOf(DatabaseUnavailable);
    expect(await Promise.all(reads)).toHaveLength(2);
    expect([slow.begun, late.begun]).toEqual([2, 0]);
  });

  test('of one request does not wait for those that are shared', async () => {
    for (const identity of ['one', 'other']) void settled(orders.sharedRead(identity, slowRead(WAIT_MS).run));
    const own = orders.ownRead(slowRead(1).run);
    await jest.advanceTimersByTimeAsync(1);
    expect(await own).toBe('read');
    await jest.advanceTimersByTimeAsync(WAIT_MS);
  });
});
