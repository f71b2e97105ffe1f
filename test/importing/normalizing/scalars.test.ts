import { describe, expect, test } from '@jest/globals';
import { boolean as booleanNormalizer, integerFrom } from '../../../src/importing/normalizing/scalars.js';
import { normalized } from './normalized.js';

describe('a boolean', () => {
  const boolean = normalized(booleanNormalizer);

  test.each([true, 1, 'true', '1', ' TRUE '])('is true for %j', (value) => {
    expect(boolean(value)).toBe('true');
  });

  test.each([false, 0, 'false', '0', 'False'])('is false for %j', (value) => {
    expect(boolean(value)).toBe('false');
  });

  test.each(['yes', 'active', 2, -1, 'null', [[]], [[true]], {}])('is not %j', (value) => {
    expect(() => boolean(value)).toThrow('is neither true, false, 1 nor 0');
  });
});

describe('an id', () => {
  const id = normalized(integerFrom(1));

  test.each([
    [1, '1'],
    ['2147483647', '2147483647'],
    [' 7 ', '7'],
  ])('of %j is %s', (value, text) => {
    expect(id(value)).toBe(text);
  });

  test.each([0, -1, 2147483648, 1.5, '1.0', '1e3', '007', '+1', true, 'x', [[]], [[1]], {}])(
    'is not %j',
    (value) => {
      expect(() => id(value)).toThrow('is not a whole number from 1 to 2147483647');
    },
  );
});
