import { describe, expect, test } from '@jest/globals';
import { createToken, digestOf, isWellFormed, prefixOf } from '../../src/tokens/api-key-token.js';

describe('The token of an API key', () => {
  test('is recognised by its prefix, and has 43 random digits and 6 of a checksum', () => {
    expect(createToken()).toMatch(/^apd_[0-9A-Za-z]{49}$/);
  });

  test('differs each time', () => {
    expect(new Set(Array.from({ length: 1000 }, createToken)).size).toBe(1000);
  });

  test('is well formed when it was created', () => {
    expect(Array.from({ length: 1000 }, createToken).every(isWellFormed)).toBe(true);
  });

  test('has a checksum that detects a typo in any character', () => {
    const key = createToken();
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(isWellFormed(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  test.each([
    ['cut', (key: string) => key.slice(0, -1)],
    ['lengthened', (key: string) => `${key}0`],
    ['in other case', (key: string) => key.toLowerCase()],
    [
      'with two digits exchanged',
      (key: string) => key.slice(0, 10) + swapped(key.slice(10, 12)) + key.slice(12),
    ],
    ['with a line end', (key: string) => `${key}\n`],
    ['empty', () => ''],
  ])('is not well formed when it is %s', (_, change) => {
    expect(isWellFormed(change('apd_0123456789abcdefghijklmnopqrstuvwxyz01234561tBGmr'))).toBe(false);
    expect(isWellFormed(change(createToken()))).toBe(false);
  });

  test('is shown by its first ten characters, and stored by its SHA-256', () => {
    const key = createToken();
    expect(prefixOf(key)).toBe(key.slice(0, 10));
    expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

/** The two digits the other way round, and certainly not the same. */
function swapped([first, second]: string): string {
  return first === second ? (first === '0' ? '11' : '00') : `${second}${first}`;
}
