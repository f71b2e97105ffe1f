import { describe, expect, test } from '@jest/globals';
import { SegmentedCache } from '../../src/http/segmented-cache.js';

const entry = (size = 1) => ({ size });
const fill = (cache: SegmentedCache<{ size: number }>, name: string, count: number) => {
  for (let index = 0; index < count; index++) cache.set(`${name} ${index}`, entry());
};
const left = (cache: SegmentedCache<{ size: number }>, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => cache.get(`${name} ${index}`)).filter((found) => found).length;

describe('SegmentedCache', () => {
  test('keeps everything while there is room', () => {
    const cache = new SegmentedCache(() => 100);
    fill(cache, 'a', 100);
    expect([cache.count, cache.bytes, left(cache, 'a', 100)]).toEqual([100, 100, 100]);
  });

  test('drops entries that were requested once before those that were requested twice', () => {
    const cache = new SegmentedCache(() => 100);
    fill(cache, 'hot', 60);
    expect(left(cache, 'hot', 60)).toBe(60);
    fill(cache, 'walk', 10_000);
    expect([cache.bytes, left(cache, 'hot', 60)]).toEqual([100, 60]);
  });

  test('leaves a fifth of the room to new entries when all others are frequent', () => {
    const cache = new SegmentedCache(() => 100);
    fill(cache, 'old', 100);
    left(cache, 'old', 100);
    fill(cache, 'new', 100);
    expect(cache.bytes).toBe(100);
    expect(left(cache, 'new', 100)).toBeGreaterThanOrEqual(20);
    expect(left(cache, 'old', 100)).toBe(80);
  });

  test('shrinks when there is less room, and holds nothing without room', () => {
    let room = 100;
    const cache = new SegmentedCache(() => room);
    fill(cache, 'a', 100);
    room = 10;
    cache.set('b', entry());
    expect([cache.bytes, cache.get('b') !== undefined]).toEqual([10, true]);
    room = -5;
    cache.set('c', entry());
    expect([cache.bytes, cache.count]).toEqual([0, 0]);
  });

  test('does not keep an entry larger than its room', () => {
    const cache = new SegmentedCache(() => 10);
    cache.set('large', entry(11));
    expect(cache.get('large')).toBeUndefined();
  });

  test('counts an entry that is replaced once, and keeps it frequent', () => {
    const cache = new SegmentedCache(() => 10);
    cache.set('a', entry(2));
    cache.get('a');
    cache.set('a', entry(3));
    expect([cache.count, cache.bytes]).toEqual([1, 3]);
    fill(cache, 'b', 100);
    expect(cache.get('a')).toEqual(entry(3));
    cache.clear();
    expect([cache.count, cache.get('a')]).toEqual([0, undefined]);
  });
});
