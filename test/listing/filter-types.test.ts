import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  exactText,
  type FilterType,
  host,
  identifier,
  InvalidFilterValue,
  oneCountry,
  search,
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

describe('The condition of a search', () => {
  /** The words that are looked up in the index, in order, and those that rows are only compared with. */
  function wordsOf(words: string, sample?: readonly string[]) {
    const values: unknown[] = [];
    search('url').condition('name', words.split(' ').sort(), (value) => `$${values.push(value)}`, sample);
    const indexed = values.filter((value) => typeof value === 'string');
    const compared = values.filter(Array.isArray).flat() as string[];
    return [indexed, compared].map((patterns) => patterns.map((pattern) => pattern.slice(1, -1)).join(' '));
  }

  const sample = [
    'red shoes red.example',
    'red bikes fast.example',
    'blue bikes blue.example',
    'green tea tea.example',
    'green tables wood.example',
    'green wines wine.example',
  ];

  test.each([
    // Of words that are in no sampled text, the longest come first. Two are enough.
    ['rare unknown', 'unknown rare', ''],
    ['bikes rare unknown', 'unknown rare', 'bikes'],
    // A word of more than half of the texts that are left is only compared; where none is left, one of a fifth of all.
    ['example rare', 'rare', 'example'],
    ['bikes rare', 'rare', 'bikes'],
    ['tables rare', 'rare tables', ''],
    ['example rarely rare', 'rarely', 'example'],
    ['shoes example', 'shoes', 'example'],
    ['shoes red', 'shoes', 'red'],
    ['example green', 'green', 'example'],
    ['example com', 'com', 'example'],
    // Words that are rare only in combination.
    ['green bikes', 'bikes green', ''],
    ['green example bikes', 'bikes green', 'example'],
    ['red bikes', 'bikes red', ''],
    // Words without three letters or digits in a row are only compared.
    ['te green', 'green', 'te'],
    ['a+b green -- te', 'green', '-- a+b te'],
    ['te ab', '', 'ab te'],
    // As rare as their parts, since a trigram has no punctuation.
    ['example, rare', 'rare', 'example,'],
    ['.example/ rare-x', 'rare-x', '.example/'],
    ['example.te tea.example', 'tea.example', 'example.te'],
    ['rare, rare. tables', 'rare, tables', 'rare.'],
    ['rare-tea tea, bikes', 'rare-tea', 'bikes tea,'],
    // Words that may have no trigrams do not count.
    ['東京都市場 rare', '東京都市場 rare', ''],
    ['東京都市場 rare unknown bikes', 'unknown 東京都市場 rare', 'bikes'],
    ['東京都 example', '東京都', 'example'],
  ])('for %j looks up %j in the index, and compares rows with %j', (words, indexed, compared) => {
    expect(wordsOf(words, sample)).toEqual([indexed, compared]);
  });

  test.each([
    [['cat dog', 'cat dog', 'cat', 'cat', 'dog', 'dog', 'dog', '-', '-', '-'], 'cat dog', ''],
    [['cat dog', 'cat dog', 'cat dog', 'cat', 'dog', 'dog', '-', '-', '-', '-'], 'cat', 'dog'],
  ])('looks up a second word that half of the remaining texts have, but not more (%j)', (texts, ...words) => {
    expect(wordsOf('dog cat', texts)).toEqual(words);
  });

  test.each([undefined, []])('looks up the longest words without a sample (%j)', (none) => {
    expect(wordsOf('example rare te', none)).toEqual(['example rare', 'te']);
    expect(wordsOf('ape lion tiger monkey giraffe elephant', none)).toEqual([
      'elephant giraffe monkey tiger lion',
      'ape',
    ]);
  });

  test('looks up at most five words', () => {
    const words = ['wa1', 'wb1', 'wc1', 'wd1', 'we1', 'wf1'];
    // Each word halves the texts that have the others.
    const combinations = Array.from({ length: 64 }, (_, at) =>
      words.filter((_word, bit) => (at >> bit) & 1).join(' '),
    );
    expect(wordsOf(words.join(' '), combinations)).toEqual(['wa1 wb1 wc1 wd1 we1', 'wf1']);
  });
});
