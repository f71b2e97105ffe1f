import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonErrorOffset } from '../../../src/importing/files/json-error.js';
import { jsonRecords } from '../../../src/importing/files/json-records.js';
import { inTurn, itemsOf, recordsOf, shortly } from './collect.js';

describe('an NDJSON file', () => {
  test('has one object a line, and empty lines are no rows', async () => {
    expect(await shortly('\ufeff{"a":1}\r\n\n  \n{"a":null,"b":[true]}', 'feed.ndjson')).toEqual([
      [1, { a: 1 }],
      [4, { a: null, b: [true] }],
    ]);
  });

  test('rejects a bad line, says where it is bad, and goes on', async () => {
    const lines = [
      '{"a":1}',
      '{"a":',
      '[1]',
      '"x"',
      'null',
      '{"a":2}',
      '{"a":1,}',
      '{"a":1} {"a":2}',
      '{"a"',
    ];
    expect(await shortly(lines.join('\n'), 'feed.ndjson')).toEqual([
      [1, { a: 1 }],
      [2, 'row: is not valid JSON: it is cut at column 6: {"a":'],
      [3, 'row: is not a JSON object: [1]'],
      [4, 'row: is not a JSON object: "x"'],
      [5, 'row: is not a JSON object: null'],
      [6, { a: 2 }],
      [7, 'row: is not valid JSON at column 8: }'],
      [8, 'row: is not valid JSON at column 9: {"a":2}'],
      [9, 'row: is not valid JSON: it is cut at column 5: {"a"'],
    ]);
  });

  test('may be empty', async () => {
    expect(await shortly('', 'feed.ndjson')).toEqual([]);
  });

  test('may have a byte order mark at the beginning of any line, as joined files have', async () => {
    expect(await shortly('\ufeff{"a":1}\n\ufeff{"a":2}\n\ufeff\n', 'feed.ndjson')).toEqual([
      [1, { a: 1 }],
      [2, { a: 2 }],
    ]);
  });

  test('cannot reach the prototype of a row', async () => {
    const [[, values] = []] = (await shortly('{"__proto__":{"name":"x"}}', 'feed.ndjson')) as [
      number,
      object,
    ][];
    expect((values as { name?: string }).name).toBeUndefined();
  });

  test.each([
    ['a JSON array (--format json)', '[{"a":1},{"a":2}]'],
    ['a JSON array (--format json)', '\n[\n  {"a":1}\n]\n'],
    ['an HTML page', '<html><body>Error</body></html>'],
    ['XML', '<programs/>'],
  ])('that looks like %s fails with that word', async (format, text) => {
    await expect(shortly(text, 'feed.ndjson')).rejects.toThrow(
      `feed is not NDJSON, one object a line: it looks like ${format}`,
    );
  });
});

describe.each([
  ['NDJSON', 'feed.ndjson', (json: string) => `${json}\n`],
  ['JSON', 'feed.json', (json: string) => `[${json}]`],
])('a name that is repeated in %s', (_, file, contentOf) => {
  test.each([
    ['{"networkProgramId":"1","name":"A","name":"B"}', 'name', { networkProgramId: '1' }],
    ['{"networkProgramId":"1","networkProgramId":"2","name":"A"}', 'networkProgramId', { name: 'A' }],
    ['{"na\\u006de":"A","name" : "A"}', 'name', {}],
    ['{"name":"A","x":{"y":1,"z":[{"y":1},{"y":2}],"y":2}}', 'y', { name: 'A', x: expect.anything() }],
  ])('rejects the row of %s', async (json, name, values) => {
    const [record] = await recordsOf(contentOf(json), file);
    expect(record).toEqual({
      ...{ file: 'feed', line: 1, problem: { field: 'row', reason: `has the name "${name}" twice` } },
      values,
    });
  });

  test.each([
    '{"name":"A","x":{"name":"B"}}',
    '{"name":"A","x":[{"name":"B"},{"name":"C"}]}',
    '{"name":"\\"name\\":","x":"\\\\"}',
    '{"name":"a\\": {\\"name\\":1}"}',
  ])('is not found in %s', async (json) => {
    expect(await shortly(contentOf(json), file)).toEqual([[1, JSON.parse(json)]]);
  });
});

describe('a JSON file', () => {
  test('is an array of objects, numbered from 1', async () => {
    expect(await shortly('\ufeff [ {"a":"é"},\n\n{"a":2, "b":{"c":[]}} ] \n', 'feed.json')).toEqual([
      [1, { a: 'é' }],
      [2, { a: 2, b: { c: [] } }],
    ]);
    expect(await shortly('[]', 'feed.json')).toEqual([]);
    expect(await shortly(' [ \n ] ', 'feed.json')).toEqual([]);
  });

  test('rejects an element that is no object', async () => {
    expect(await shortly('[1,{"a":1},[2],null]', 'feed.json')).toEqual([
      [1, 'row: is not a JSON object: 1'],
      [2, { a: 1 }],
      [3, 'row: is not a JSON object: [2]'],
      [4, 'row: is not a JSON object: null'],
    ]);
  });

  test.each([
    ['', 'feed is empty, and not a JSON array'],
    [
      '[{"a":1},',
      'feed is cut at line 1, column 10, in element 2: its JSON array does not end; fetch it again',
    ],
    [
      '[{"a":1}',
      'feed is cut at line 1, column 9, in element 1: its JSON array does not end; fetch it again',
    ],
    ['[{"a":1},\n{"a":"x\n', 'feed is cut at line 3, column 1, in element 2: its JSON array does not end'],
    [
      '[{"a":1}]]',
      'feed has more text after its JSON array, at line 1, column 10: ]; a file holds one array',
    ],
    ['[{"a":1}]\n[{"a":2}]\n', 'feed has more text after its JSON array, at line 2, column 1: [{"a":2}]'],
    ['[{"a":1}]\n\0', 'feed has more text after its JSON array, at line 2, column 1'],
    ['[{"a" 1}]', 'feed is not valid JSON at line 1, column 7, in element 1: 1}'],
    ['[{"a":1},\n{"b":\n  tru}]', 'feed is not valid JSON at line 3, column 3, in element 2: tru}'],
    ['[{"a":1},]', 'feed is not valid JSON at line 1, column 10, in element 2: a value is missing'],
    ['[{"a":1},\n]', 'feed is not valid JSON at line 2, column 1, in element 2: a value is missing'],
    ['[,]', 'feed is not valid JSON at line 1, column 2, in element 1: a value is missing'],
    ['[{"a":1},,{"a":2}]', 'feed is not valid JSON at line 1, column 10, in element 2: a value is missing'],
    ['[{"a":1} {"a":2}]', 'feed is not valid JSON at line 1, column 10, in element 1: {"a":2}'],
    ['[{"a":1}}]', 'feed is not valid JSON at line 1, column 9, in element 1: }'],
    ['[{"a":[1}]', 'feed is not valid JSON at line 1, column 9, in element 1: }]'],
    ['[{"a":tr', 'feed is cut at line 1, column 9, in element 1'],
    ['[{"a":"x, ]', 'feed is cut at line 1, column 12, in element 1'],
    ['[{"a":"x\ny"}]', 'feed is not valid JSON at line 1, column 7, in element 1: "x'],
    ['<html>', 'feed is not a JSON array of objects: it looks like an HTML page'],
    ['{"a":1}\n{"a":2}\n', 'feed is not a JSON array of objects: it looks like NDJSON (--format ndjson)'],
    [
      '{"programs":[{"a":1}]}',
      'feed is not a JSON array of objects: it looks like a JSON object with a list of objects in "programs", which a map can read',
    ],
    [
      '{\n"total": 1, "programs" : [ {"a":1}]}',
      'feed is not a JSON array of objects: it looks like a JSON object with a list of objects in "programs"',
    ],
    ['{\n"programs": {}}', 'feed is not a JSON array of objects: it looks like a JSON object'],
    ['id,name\n1,A\n', 'feed is not a JSON array of objects: it begins with "id,name\\n1,A\\n"'],
  ])('that is %j fails, says where, and what it looks like', async (text, message) => {
    await expect(shortly(text, 'feed.json')).rejects.toThrow(message);
  });

  test('gives the same records and the same message wherever its text is cut into chunks', async () => {
    const read = async (chunks: string[]): Promise<string> => {
      try {
        return JSON.stringify(await itemsOf(jsonRecords(inTurn(chunks), 'feed')));
      } catch (error) {
        return (error as Error).message;
      }
    };
    const value = fc.oneof(fc.string({ unit: fc.constantFrom('a', '"', '\\', ']', ',', '}') }), fc.integer());
    const objects = fc.array(fc.dictionary(fc.string({ unit: fc.constantFrom('k', '"', '\\') }), value));
    const texts = fc
      .tuple(objects, fc.constantFrom('', ']', ' ', '[', ',', '\n{'))
      .map(([rows, end]) => JSON.stringify(rows, null, 1) + end);
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(await read(chunks)).toBe(await read([text]));
      }),
    );
  });
});

describe('the offset at which text stops being JSON', () => {
  const characters = fc.constantFrom(...'{}[]",:\\ \n0.-e1tu', 'true', 'null', '"a"', '"a":');

  test('is found exactly where JSON.parse fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(jsonErrorOffset(text) === undefined).toBe(valid);
      }),
      { numRuns: 2000 },
    );
  });

  test('is the end of any text that is cut, outside of a string and a word', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.boolean())), fc.nat(), (value, cut) => {
        const text = JSON.stringify([value]);
        const offset = jsonErrorOffset(text.slice(0, cut % text.length));
        expect(offset).toBeLessThanOrEqual(cut % text.length);
        expect(text.slice(offset, cut % text.length)).toMatch(/^$|^"|^[a-z]/);
      }),
    );
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
  ])('such as %s is read exactly', async (number, value) => {
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
  ])('such as %s is infinite, since no double is equal to it', async (number) => {
    expect(await read(number)).toEqual([1, { b: '"9007199254740993', a: Infinity }]);
  });

  test('within other values is read exactly, or is infinite', async () => {
    expect(await read('[1,9007199254740993,{"c":2e0}]')).toMatchObject([1, { a: [1, Infinity, { c: 2 }] }]);
  });
});
