import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  exactText,
  type FilterType,
  host,
  identifier,
  InvalidFilterValue,
  oneCountry,
  severalCountries,
} from '../../src/listing/filter-types.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Which of some SQL values a filter matches. */
async function matched(type: FilterType, values: string[], sqlType: string, stored: string[]) {
  const parameters: unknown[] = [];
  const condition = type.condition('value', values, (value, of) => `$${parameters.push(value)}::${of}`);
  const rows = await database.sql<{ at: string }>(
    `SELECT at FROM (VALUES ${stored.map((value, at) => `(${at}, ${value}::${sqlType})`).join(', ')}) AS rows (at, value)
     WHERE ${condition} ORDER BY at`,
    parameters,
  );
  return rows.map(({ at }) => stored[Number(at)]);
}

describe('The filter of an identifier', () => {
  test.each(['1', '9', '10', '2147483647'])('takes %j', (value) => {
    expect(identifier.normalize(value)).toBe(value);
  });
  test.each(['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '2147483648', '99999999999', 'x', '١'])(
    'rejects %j',
    (value) => {
      expect(() => identifier.normalize(value)).toThrow(
        new InvalidFilterValue('must be an integer from 1 to 2147483647'),
      );
    },
  );
  test('matches the rows that have one of the values', async () => {
    expect(await matched(identifier, ['1', '3'], 'integer', ['1', '2', '3', 'NULL'])).toEqual(['1', '3']);
    expect(await matched(identifier, [], 'integer', ['1'])).toEqual([]);
  });
});

describe('The filter of exact text', () => {
  const type = exactText(5);
  test.each([
    ['abc', 'abc'],
    [' \u00a0a\t \nb\u2003', 'a b'],
    ['u\u0308', 'ü'],
    ['ＡＢ', 'ＡＢ'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
    ["%_\\'", "%_\\'"],
    [`${' '.repeat(50)}abcde${' '.repeat(50)}`, 'abcde'],
  ])('compares %j as %j', (value, normalized) => {
    expect(type.normalize(value)).toBe(normalized);
  });
  test.each([
    ['', 'must not be empty'],
    [' \u00a0\u0085\ufeff', 'must not be empty'],
    ['abcdef', 'must be at most 5 characters'],
    ['a\u0000', 'must not contain control characters'],
    ['\u007f', 'must not contain control characters'],
    ['a\u0084b', 'must not contain control characters'],
    ['\ud800', 'must be valid Unicode'],
  ])('rejects %j: %s', (value, message) => {
    expect(() => type.normalize(value)).toThrow(new InvalidFilterValue(message));
  });
  test('matches the rows that are equal to one of the values', async () => {
    expect(await matched(type, ['a', 'B'], 'text', [`'a'`, `'A'`, `'b'`, `'B'`, `'ab'`, 'NULL'])).toEqual([
      `'a'`,
      `'B'`,
    ]);
  });
});

describe.each([
  ['one code', oneCountry],
  ['several codes', severalCountries],
])('The filter of %s', (_, type) => {
  test.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['uK', 'GB'],
    ['XX', 'XX'],
    ['unknown', 'unknown'],
    ['UnKnown', 'unknown'],
  ])('compares %j as %j', (value, normalized) => {
    expect(type.normalize(value)).toBe(normalized);
  });
  test.each(['', 'D', 'DEU', 'D1', ' DE', 'DE ', 'ßa', 'ﬁ', '~', '--', 'DE,AT', 'unknown '])(
    'rejects %j',
    (value) => {
      expect(() => type.normalize(value)).toThrow(
        new InvalidFilterValue('must be a country code of two letters, or unknown'),
      );
    },
  );
});

test('The filter of one code matches null by unknown', async () => {
  const stored = [`'DE'`, `'AT'`, 'NULL'];
  const type = 'text COLLATE "C"';
  expect(await matched(oneCountry, ['DE'], type, stored)).toEqual([`'DE'`]);
  expect(await matched(oneCountry, ['unknown'], type, stored)).toEqual(['NULL']);
  expect(await matched(oneCountry, ['AT', 'unknown'], type, stored)).toEqual([`'AT'`, 'NULL']);
});

test('The filter of several codes matches the empty array by unknown', async () => {
  const stored = [`'{DE,AT}'`, `'{AT}'`, `'{}'`];
  expect(await matched(severalCountries, ['DE'], 'text[]', stored)).toEqual([`'{DE,AT}'`]);
  expect(await matched(severalCountries, ['DE', 'AT'], 'text[]', stored)).toEqual([`'{DE,AT}'`, `'{AT}'`]);
  expect(await matched(severalCountries, ['unknown'], 'text[]', stored)).toEqual([`'{}'`]);
  expect(await matched(severalCountries, ['DE', 'unknown'], 'text[]', stored)).toEqual([`'{DE,AT}'`, `'{}'`]);
  expect(await matched(severalCountries, ['XX'], 'text[]', stored)).toEqual([]);
});

test('The filter of a host takes URLs, and nothing for what is no host', () => {
  expect(host.normalize('https://MÜLLER.example:8443/x')).toBe('xn--mller-kva.example');
  expect(host.normalize('')).toBeUndefined();
  expect(() => host.normalize('a'.repeat(2049))).toThrow(
    new InvalidFilterValue('must be at most 2048 characters'),
  );
});
