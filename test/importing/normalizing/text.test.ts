import { describe, expect, test } from '@jest/globals';
import { idText, multilineText, oneLineText } from '../../../src/importing/normalizing/text.js';
import { normalized } from './normalized.js';

const name = normalized(oneLineText(500));

describe('a name', () => {
  test('is trimmed, and its inner white space is one blank', () => {
    expect(name('  Two   words \t\n here\u00a0\u2003now\u0085 ')).toBe('Two words here now');
  });

  test('is in normalisation form C', () => {
    expect(name('Cafe\u0301')).toBe('Caf\u00e9');
    expect(name('e\u0000\u0301')).toBe('\u00e9');
  });

  test('loses its control characters', () => {
    expect(name('a\u0000b\u001b[1mc\u007f\u009f')).toBe('ab[1mc');
    expect(name('a \u0001 b')).toBe('a b');
  });

  test('of nothing but white space and control characters is null', () => {
    expect(name(' \u0000\t ')).toBeNull();
    expect(name('')).toBeNull();
    expect(name(null)).toBeNull();
  });

  test('has at most 500 characters, counted as code points after normalizing', () => {
    expect(name(` ${'😀'.repeat(500)} `)).toBe('😀'.repeat(500));
    expect(() => name('😀'.repeat(501))).toThrow('has more than 500 characters');
  });

  test('cannot be a number, a boolean, an array or an object', () => {
    for (const value of [42, true, ['a'], { a: 1 }]) expect(() => name(value)).toThrow('is not text');
  });

  test('cannot have a lone surrogate', () => {
    expect(() => name('a\ud83d')).toThrow('is not valid Unicode');
  });
});

describe('an address', () => {
  const address = normalized(multilineText(2000));

  test('keeps its line ends, and is normalized line by line', () => {
    expect(address(' 1  Some Street\r\n\r\nTown \rCountry\u0007\n')).toBe('1 Some Street\n\nTown\nCountry');
  });

  test('has at most 2000 characters', () => {
    expect(address('x'.repeat(2000))).toBe('x'.repeat(2000));
    expect(() => address('x'.repeat(2001))).toThrow('has more than 2000 characters');
  });
});

describe('a text of a million or of thousands of characters', () => {
  test.each([
    ['line ends', `x${'\n'.repeat(500_000)}y${'\n'.repeat(500_000)}z`],
    ['marks on one letter', `a${'\u0301'.repeat(500_000)}${'\u0316'.repeat(500_000)}`],
    ['blanks', `a${' '.repeat(1_000_000)}b`],
    ['quickly growing letters', '\ufdfa'.repeat(1_000_000)],
  ])('is rejected quickly where it is mostly %s', (_, text) => {
    const began = performance.now();
    expect(() => name(text)).toThrow('has more than 500 characters');
    expect(() => normalized(multilineText(2000))(text)).toThrow('has more than 2000 characters');
    expect(() => normalized(idText(255))(text)).toThrow('has more than 255 characters');
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test('is accepted where it is at most 20 times its limit, most of it blank', () => {
    expect(name(`${' '.repeat(4000)}a${' '.repeat(4000)}b`)).toBe('a b');
    expect(normalized(multilineText(2000))(`${'\n'.repeat(9000)}a\n\nb${'\n'.repeat(9000)}`)).toBe('a\n\nb');
  });
});

describe('a networkProgramId', () => {
  const key = normalized(idText(255));

  test('is normalized as a name is, and has at most 255 characters', () => {
    expect(key(' DE  1 ')).toBe('DE 1');
    expect(key('007')).toBe('007');
    expect(() => key('x'.repeat(256))).toThrow('has more than 255 characters');
  });

  test('may be a JSON integer up to 2^53, stored as its digits', () => {
    expect(key(4239)).toBe('4239');
    expect(key(0)).toBe('0');
    expect(key(2 ** 53)).toBe('9007199254740992');
  });

  test('cannot have a quote at one end only, as a damaged CSV cell has', () => {
    for (const value of ['3"', '"3', ' "3 ', '"']) {
      expect(() => key(value)).toThrow('has a quote at one end only');
    }
    for (const value of ['"3"', '3" x', 'x "3" x']) expect(key(value)).toBe(value);
  });

  test('cannot be a fraction or a larger number', () => {
    for (const value of [1.5, 2 ** 54, Infinity, -(2 ** 54)]) {
      expect(() => key(value)).toThrow('is neither text nor an integer up to 2^53');
    }
  });
});
