import { expect, test } from '@jest/globals';
import { ConcurrencyLimiter } from '../../src/http/concurrency-limiter.js';
import { type RequestContext } from '../../src/http/request-context.js';

const MAX_ACTIVE = 256;
const MAX_WAITING = 2048;

const request = (destroyed = false) => ({ response: { destroyed } }) as unknown as RequestContext;
const requests = (count: number) => Array.from({ length: count }, () => request());

function fullLimiter() {
  const limiter = new ConcurrencyLimiter();
  const active = requests(MAX_ACTIVE);
  for (const one of active) expect(limiter.acquire(one)).toBe(true);
  return { limiter, active };
}

test('ConcurrencyLimiter admits waiting requests in order, each when another one ends', async () => {
  const { limiter, active } = fullLimiter();
  const admitted: number[] = [];
  const waiting = requests(3);
  const turns = waiting.map(async (one, index) => {
    if (await limiter.acquire(one)) admitted.push(index);
  });
  for (const one of active.slice(0, 3)) {
    limiter.release(one);
    limiter.release(one);
  }
  await Promise.all(turns);
  expect(admitted).toEqual([0, 1, 2]);
  expect(limiter.count).toBe(MAX_ACTIVE);
});

test('ConcurrencyLimiter forgets a waiting request whose client is gone', async () => {
  const { limiter, active } = fullLimiter();
  const [gone, next] = requests(2);
  const turns = [limiter.acquire(gone!), limiter.acquire(next!)];
  limiter.release(gone!);
  limiter.release(active[0]!);
  expect([await turns[0], await turns[1]]).toEqual([false, true]);
  expect(await limiter.acquire(request(true))).toBe(false);
});

test('ConcurrencyLimiter rejects a request that waited for five seconds', async () => {
  const { limiter } = fullLimiter();
  const start = performance.now();
  const first = limiter.acquire(request());
  await new Promise((resolve) => setTimeout(resolve, 500));
  const second = limiter.acquire(request());
  expect([await first, performance.now() - start > 4_900]).toEqual([false, true]);
  expect([await second, performance.now() - start > 5_400]).toEqual([false, true]);
});

test('ConcurrencyLimiter rejects a request immediately when too many wait', async () => {
  const { limiter, active } = fullLimiter();
  const turns = requests(MAX_WAITING).map((one) => limiter.acquire(one));
  expect(await limiter.acquire(request())).toBe(false);
  for (const one of active) limiter.release(one);
  expect(await turns[0]).toBe(true);
});
