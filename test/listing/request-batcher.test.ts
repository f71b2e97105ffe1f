import { expect, jest, test } from '@jest/globals';
import { RequestBatcher } from '../../src/listing/request-batcher.js';
import { Semaphore } from '../../src/listing/semaphore.js';

/** A batcher of at most three keys that runs one call after the other; each result is the key and its batch. */
function openBatcher() {
  const batcher = new RequestBatcher<string, string>(3, 1_000);
  const permits = new Semaphore(1, 1_000);
  const calls: string[] = [];
  const load = (group: string, key: string) =>
    batcher.load(group, key, (close) =>
      permits.run(async () => {
        const keys = [...close()];
        calls.push(keys.join(''));
        await new Promise((done) => setTimeout(done, 5));
        if (keys.includes('!')) throw new Error('no result');
        return keys.map((each) => `${each} of ${keys.join('')}`);
      }),
    );
  return { load, calls };
}

test('Keys that wait for a permit are loaded by one call', async () => {
  const { load, calls } = openBatcher();
  const results = await Promise.all([...'abcdef'].map((key) => load('', key)));
  expect(calls).toEqual(['a', 'bcd', 'ef']);
  expect(results).toEqual(['a of a', 'b of bcd', 'c of bcd', 'd of bcd', 'e of ef', 'f of ef']);
  expect(await load('', 'g')).toBe('g of g');
});

test('Equal keys are loaded once', async () => {
  const { load, calls } = openBatcher();
  const results = await Promise.all([...'abcbbc'].map((key) => load('', key)));
  expect(calls).toEqual(['a', 'bc']);
  expect(results).toEqual(['a of a', 'b of bc', 'c of bc', 'b of bc', 'b of bc', 'c of bc']);
});

test('Keys of different groups are not loaded together', async () => {
  const { load, calls } = openBatcher();
  await Promise.all([load('1', 'a'), load('2', 'b'), load('1', 'c'), load('2', 'd'), load('1', 'e')]);
  expect(calls).toEqual(['a', 'bd', 'ce']);
});

test('A call that fails rejects its own keys only', async () => {
  const { load } = openBatcher();
  const results = ['a', 'b', '!', 'd', 'e'].map((key) => load('', key).catch(String));
  expect(await Promise.all(results)).toEqual([
    'a of a',
    ...Array<string>(3).fill('Error: no result'),
    'e of e',
  ]);
  expect(await load('', 'f')).toBe('f of f');
});

test('A batch that waited too long for its permit does not fail later keys', async () => {
  jest.useFakeTimers();
  try {
    const batcher = new RequestBatcher<string, string>(3, 4_000);
    const permits = new Semaphore(1, 5_000);
    const busy = permits.run(() => new Promise((done) => setTimeout(done, 5_500)));
    const load = (key: string) =>
      batcher
        .load('', key, (close) => permits.run(() => Promise.resolve([...close()])))
        .catch(() => 'rejected');
    const early = [load('a'), load('b')];
    await jest.advanceTimersByTimeAsync(4_900);
    const late = load('c');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all([...early, late])).toEqual(['rejected', 'rejected', 'c']);
    await busy;
  } finally {
    jest.useRealTimers();
  }
});
