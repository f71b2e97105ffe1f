import { describe, expect, test } from '@jest/globals';
import { shortly } from './collect.js';

const NOT_WHOLE = 'feed is not a whole JSON array of objects';

describe('an NDJSON file', () => {
  test('has one object a line, and empty lines are no rows', async () => {
    expect(await shortly('\ufeff{"a":1}\r\n\n  \n{"a":null,"b":[true]}', 'feed.ndjson')).toEqual([
      [1, { a: 1 }],
      [4, { a: null, b: [true] }],
    ]);
  });

  test('rejects a bad line and goes on', async () => {
    expect(await shortly('{"a":1}\n{"a":\n[1]\n"x"\nnull\n{"a":2}\n{"a"', 'feed.ndjson')).toEqual([
      [1, { a: 1 }],
      [2, 'row: is not valid JSON'],
      [3, 'row: is not a JSON object'],
      [4, 'row: is not a JSON object'],
      [5, 'row: is not a JSON object'],
      [6, { a: 2 }],
      [7, 'row: is not valid JSON'],
    ]);
  });

  test('may be empty', async () => {
    expect(await shortly('', 'feed.ndjson')).toEqual([]);
  });

  test('cannot reach the prototype', async () => {
    const [[, values] = []] = (await shortly('{"__proto__":{"name":"x"}}', 'feed.ndjson')) as [
      number,
      object,
    ][];
    expect((values as { name?: string }).name).toBeUndefined();
  });
});

describe('a JSON file', () => {
  test('is an array of objects, numbered from 1', async () => {
    expect(await shortly('\ufeff [ {"a":"é"},\n\n{"a":2, "b":{"c":[]}} ] \n', 'feed.json')).toEqual([
      [1, { a: 'é' }],
      [2, { a: 2, b: { c: [] } }],
    ]);
    expect(await shortly('[]', 'feed.json')).toEqual([]);
  });

  test('rejects an element that is no object', async () => {
    expect(await shortly('[1,{"a":1},[2],null]', 'feed.json')).toEqual([
      [1, 'row: is not a JSON object'],
      [2, { a: 1 }],
      [3, 'row: is not a JSON object'],
      [4, 'row: is not a JSON object'],
    ]);
  });

  test.each([
    '',
    '[{"a":1},',
    '[{"a":1}',
    '[{"a":1',
    '{"a":1}',
    '[{"a":1}]]',
    '[{"a" 1}]',
    '<html>',
    '[{"a":1},]',
  ])('that is %j fails', async (text) => {
    await expect(shortly(text, 'feed.json')).rejects.toThrow(NOT_WHOLE);
  });
});

describe.each(['ndjson', 'json'])('a number in %s', (format) => {
  const read = async (number: string): Promise<unknown> => {
    const row = `{"b":"\\"9007199254740993","a":${number}}`;
    const [record] = await shortly(format === 'json' ? `[${row}]` : row, `feed.${format}`);
    return record;
  };

  test.each([
    ['9007199254740992', 2 ** 53],
    ['-9007199254740991', -(2 ** 53) + 1],
    ['9.007199254740991e15', 2 ** 53 - 1],
    ['1.0', 1],
    ['1000e-3', 1],
    ['120E1', 1200],
    ['0.00', 0],
    ['0.12345678901234567890', 0.12345678901234568],
    ['1.5', 1.5],
  ])('such as %s is read as it is', async (number, value) => {
    expect(await read(number)).toEqual([1, { b: '"9007199254740993', a: value }]);
  });

  test.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740992.5',
    '9007199254740993.0',
    '9.007199254740993e15',
    '100000000000000.001',
    '0.99999999999999999999',
    '1e-400',
    '1e400',
    '1'.padEnd(1000, '0'),
  ])('such as %s is taken for no neighbour', async (number) => {
    expect(await read(number)).toEqual([1, { b: '"9007199254740993', a: Infinity }]);
  });

  test('is looked at on its own, whatever stands beside it', async () => {
    expect(await read('[1,9007199254740993,{"c":2e0}]')).toMatchObject([1, { a: [1, Infinity, { c: 2 }] }]);
  });
});
