import { describe, expect, test } from '@jest/globals';
import { boolean as booleanNormalizer, integerFrom } from '../../../src/importing/normalizing/scalars.js';
import { normalized } from './normalized.js';

describe('a boolean', () => {
  const boolean = normalized(booleanNormalizer);

  test('is true, false, 1 or 0', () => {
    for (const value of [true, 1, 'true', '1', ' TRUE ']) expect(boolean(value)).toBe('true');
    for (const value of [false, 0, 'false', '0', 'False']) expect(boolean(value)).toBe('false');
  });

  test('is nothing else', () => {
    for (const value of ['yes', 'active', 2, -1, 'null', [], {}]) {
      expect(() => boolean(value)).toThrow('is neither true, false, 1 nor 0');
    }
  });
});

describe('an id', () => {
  const id = normalized(integerFrom(1));

  test('goes from 1 to 2147483647', () => {
    expect(id(1)).toBe('1');
    expect(id('2147483647')).toBe('2147483647');
    expect(id(' 7 ')).toBe('7');
  });

  test('is nothing else', () => {
    for (const value of [0, -1, 2147483648, 1.5, '1.0', '1e3', '007', '+1', true, 'x', []]) {
      expect(() => id(value)).toThrow('is not a whole number from 1 to 2147483647');
    }
  });
});
