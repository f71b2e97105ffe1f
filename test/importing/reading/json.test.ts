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

  test('takes no integer for its neighbour', async () => {
    expect(
      await shortly('{"a":9007199254740992}\n{"a":9007199254740993,"b":"9007199254740993"}', 'feed.ndjson'),
    ).toEqual([
      [1, { a: 2 ** 53 }],
      [2, { a: Infinity, b: '9007199254740993' }],
    ]);
    expect(await shortly('{"a":0.12345678901234567890}', 'feed.ndjson')).toEqual([
      [1, { a: 0.12345678901234568 }],
    ]);
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
