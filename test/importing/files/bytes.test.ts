import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NOT_UTF8, utf8Text } from '../../../src/importing/files/utf8-text.js';
import { gzip, recordsOf, shortly } from './collect.js';

const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));

async function decode(...chunks: Buffer[]): Promise<string> {
  let text = '';
  for await (const part of utf8Text(chunked(chunks), 'feed')) text += part;
  return text;
}

// eslint-disable-next-line @typescript-eslint/require-await -- a source of bytes is asynchronous
async function* chunked(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

describe('bytes that are not UTF-8', () => {
  test('reject their row in CSV, whose key can still be read', async () => {
    const text = bytes(
      'networkProgramId,name,primaryUrl,x\n1,Caf',
      0xe9,
      ',a.example,\n2,B,b.example,',
      0xff,
      '\n3,C,c.example,\n',
    );
    expect(await recordsOf(text, 'feed.csv')).toMatchObject([
      {
        line: 2,
        problem: { field: 'name', reason: 'is not valid UTF-8' },
        values: { networkProgramId: '1' },
      },
      { line: 3, problem: { field: 'x', reason: 'is not valid UTF-8' }, values: { networkProgramId: '2' } },
      { line: 4, values: { networkProgramId: '3' } },
    ]);
  });

  test('reject their row in NDJSON', async () => {
    expect(
      await shortly(bytes('{"a":"', 0xe9, '"}\n{"a":["', 0xc3, '"]}\n{"a":1}\n'), 'feed.ndjson'),
    ).toEqual([
      [1, 'a: is not valid UTF-8'],
      [2, 'a: is not valid UTF-8'],
      [3, { a: 1 }],
    ]);
  });

  test('reject their row in a JSON array', async () => {
    expect(await shortly(bytes('[{"a":"', 0xe9, '"},{"a":1}]'), 'feed.json')).toEqual([
      [1, 'a: is not valid UTF-8'],
      [2, { a: 1 }],
    ]);
  });

  test('are never taken for the key', async () => {
    const [record] = await recordsOf(bytes('{"networkProgramId":"p', 0xe9, '"}'), 'feed.ndjson');
    expect(record).toMatchObject({ problem: { field: 'networkProgramId' }, values: {} });
  });

  test('are told from a replacement character of the file', async () => {
    expect(await decode(bytes('a\ufffdb', 0xff, 'c\ufffd'))).toBe(`a\ufffdb${NOT_UTF8}c\ufffd`);
  });

  test('are found wherever the chunks are cut, and valid text is left alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
        fc.pre(!text.startsWith('\ufeff') && !text.includes(NOT_UTF8));
        const whole = Buffer.from(text);
        const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
          whole.subarray(index * size, (index + 1) * size),
        );
        expect(await decode(...parts)).toBe(text);
      }),
    );
  });

  test('at the very end are found as well', async () => {
    expect(await decode(bytes('a', 0xe2), bytes(0x82))).toContain(NOT_UTF8);
  });
});

test('a file in UTF-16 fails with a word on it', async () => {
  await expect(shortly(Buffer.from('\ufeffname', 'utf16le'), 'feed.csv')).rejects.toThrow(
    'feed is UTF-16; UTF-8 is expected',
  );
});

describe('a gzip file', () => {
  test('is unpacked, whatever the format', async () => {
    expect(await shortly(gzip('{"a":1}\n'), 'feed.ndjson.gz')).toEqual([[1, { a: 1 }]]);
    expect(await shortly(gzip('[{"a":1}]'), 'feed.json.gz')).toEqual([[1, { a: 1 }]]);
    expect(await shortly(Buffer.concat([gzip('{"a":1}\n'), gzip('{"a":2}')]), 'feed.ndjson.gz')).toEqual([
      [1, { a: 1 }],
      [2, { a: 2 }],
    ]);
  });

  test('is known by its content too', async () => {
    expect(await shortly(gzip('{"a":1}\n'), 'feed', 'ndjson')).toEqual([[1, { a: 1 }]]);
  });

  test('that is cut or damaged fails', async () => {
    const whole = gzip('{"a":1}\n'.repeat(5000));
    const damaged = 'feed is damaged or cut: its gzip data cannot be unpacked to the end';
    await expect(shortly(whole.subarray(0, whole.length - 9), 'feed.ndjson.gz')).rejects.toThrow(damaged);
    await expect(shortly(whole.subarray(0, 15), 'feed.ndjson.gz')).rejects.toThrow(damaged);
  });

  test('is gzip', async () => {
    await expect(shortly('{"a":1}', 'feed.ndjson.gz')).rejects.toThrow('feed is not gzip');
  });
});
