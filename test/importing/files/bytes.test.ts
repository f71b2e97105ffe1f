import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NOT_UTF8, utf8Text } from '../../../src/importing/files/utf8-text.js';
import { gzip, recordsOf, shortly } from './collect.js';

const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));

async function decode(...chunks: Buffer[]): Promise<string> {
  let text = '';
  for await (const part of utf8Text(chunked(chunks))) text += part;
  return text;
}

// eslint-disable-next-line @typescript-eslint/require-await -- a source of bytes is asynchronous
async function* chunked(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

describe('bytes that are not UTF-8', () => {
  test('reject their row of CSV, whose key can still be read', async () => {
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
        problem: { field: 'name', reason: 'is not valid UTF-8: "Caf�"' },
        values: { networkProgramId: '1' },
      },
      {
        line: 3,
        problem: { field: 'x', reason: 'is not valid UTF-8: "�"' },
        values: { networkProgramId: '2' },
      },
      { line: 4, values: { networkProgramId: '3' } },
    ]);
  });

  test('reject their row in NDJSON', async () => {
    expect(
      await shortly(bytes('{"a":"', 0xe9, '"}\n{"a":["', 0xc3, '"]}\n{"a":1}\n'), 'feed.ndjson'),
    ).toEqual([
      [1, 'a: is not valid UTF-8: "�"'],
      [2, 'a: is not valid UTF-8: "[\\"�\\"]"'],
      [3, { a: 1 }],
    ]);
  });

  test('reject their row in a JSON array', async () => {
    expect(await shortly(bytes('[{"a":"', 0xe9, '"},{"a":1}]'), 'feed.json')).toEqual([
      [1, 'a: is not valid UTF-8: "�"'],
      [2, { a: 1 }],
    ]);
  });

  test('are never read as a key', async () => {
    const [record] = await recordsOf(bytes('{"networkProgramId":"p', 0xe9, '"}'), 'feed.ndjson');
    expect(record).toMatchObject({ problem: { field: 'networkProgramId' }, values: {} });
  });

  test('are not confused with a replacement character of the file', async () => {
    expect(await decode(bytes('a\ufffdb', 0xff, 'c\ufffd'))).toBe(`a\ufffdb${NOT_UTF8}c\ufffd`);
  });

  test('are not found in valid text, wherever its chunks are cut', async () => {
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

  test('are found at the very end of a file', async () => {
    expect(await decode(bytes('a', 0xe2), bytes(0x82))).toContain(NOT_UTF8);
  });
});

describe('a file that is not text in UTF-8', () => {
  const HEADER = 'networkProgramId,name\n1,A\n';
  const PROGRAMS = Array.from({ length: 50 }, (_, id) => `${id},Shop ${id * id},${id}.example`).join('\n');
  const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const tar = Buffer.alloc(1024);
  tar.write('programs.csv', 0);
  tar.write('ustar', 257);

  test.each([
    [
      'UTF-16 with a byte order mark',
      Buffer.from(`\ufeff${HEADER}`, 'utf16le'),
      'is UTF-16; UTF-8 is expected',
    ],
    ['UTF-16, big-endian, with one', swapped(`\ufeff${HEADER}`), 'is UTF-16; UTF-8 is expected'],
    ['UTF-16 without one', Buffer.from(HEADER, 'utf16le'), 'is UTF-16; UTF-8 is expected'],
    ['UTF-16, big-endian, without one', swapped(HEADER), 'is UTF-16; UTF-8 is expected'],
    [
      'UTF-16 with few ASCII characters behind the header',
      swapped(HEADER + 'ペ'.repeat(500)),
      'is UTF-16; UTF-8 is expected',
    ],
    ['UTF-32', bytes(0xff, 0xfe, 0, 0, 'n', 0, 0, 0), 'is UTF-32; UTF-8 is expected'],
    [
      'a ZIP archive',
      bytes('PK\u0003\u0004', HEADER),
      'is a ZIP archive or an .xlsx workbook; unpack it, or save',
    ],
    ['a TAR archive', tar, 'is a TAR archive; unpack it first'],
    [
      'an .xls workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'is an .xls workbook; save the sheet as CSV',
    ],
    ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd, HEADER), 'is compressed with zstd; unpack it first'],
    ['a PDF document', bytes('%PDF-1.7\n'), 'is a PDF document'],
    [
      'a ZIP archive of several parts',
      bytes('PK\u0007\u0008PK\u0003\u0004'),
      'is a ZIP archive of several parts; join the parts, and unpack it first',
    ],
    ['zlib', deflateSync(HEADER), 'is compressed with zlib; unpack it first'],
    ['zlib, not compressed', deflateSync(HEADER, { level: 0 }), 'is compressed with zlib; unpack it first'],
    [
      'brotli',
      brotliCompressSync(PROGRAMS),
      'is binary data, not text; if it is compressed, such as with brotli, unpack it first',
    ],
    ['a PNG image', bytes(0x89, 'PNG\r\n', 0x1a, '\n'), 'is a PNG image; fetch it as CSV or JSON'],
    ['a Parquet file', bytes('PAR1', 0x15, 0), 'is a Parquet file; fetch it as CSV or JSON'],
  ])('but %s fails with that word and what to do, packed or not', async (_, content, message) => {
    for (const name of ['feed.csv', 'feed.json', 'feed.ndjson']) {
      await expect(shortly(content, name)).rejects.toThrow(`feed ${message}`);
      await expect(shortly(gzip(content), `${name}.gz`)).rejects.toThrow(`feed ${message}`);
    }
  });

  test('is not suspected where UTF-8 text has some NUL characters', async () => {
    expect(await shortly('{"a":"\\u0000"}\n{"a":"\0\0b"}', 'feed.ndjson')).toMatchObject([
      [1, { a: '\0' }],
      [2, 'row: is not valid JSON at column 6: "\0\0b"}'],
    ]);
  });
});

describe('a gzip file', () => {
  test('is unpacked before it is read as NDJSON or JSON', async () => {
    expect(await shortly(gzip('{"a":1}\n'), 'feed.ndjson.gz')).toEqual([[1, { a: 1 }]]);
    expect(await shortly(gzip('[{"a":1}]'), 'feed.json.gz')).toEqual([[1, { a: 1 }]]);
    expect(await shortly(Buffer.concat([gzip('{"a":1}\n'), gzip('{"a":2}')]), 'feed.ndjson.gz')).toEqual([
      [1, { a: 1 }],
      [2, { a: 2 }],
    ]);
  });

  test('is unpacked twice where it is compressed twice', async () => {
    expect(await shortly(gzip(gzip('{"a":1}\n')), 'feed.ndjson.gz')).toEqual([[1, { a: 1 }]]);
  });

  test('fails where it is compressed more often than anyone does by mistake', async () => {
    const content = gzip(gzip(gzip(gzip('{"a":1}\n'))));
    await expect(shortly(content, 'feed.ndjson.gz')).rejects.toThrow(
      'feed is compressed with gzip more than 3 times',
    );
  });

  test('is unpacked without the ending .gz', async () => {
    expect(await shortly(gzip('{"a":1}\n'), 'feed', 'ndjson')).toEqual([[1, { a: 1 }]]);
  });

  test('that is cut or damaged fails', async () => {
    const whole = gzip('{"a":1}\n'.repeat(5000));
    const damaged = 'feed is damaged or cut: its gzip data cannot be unpacked to the end';
    await expect(shortly(whole.subarray(0, whole.length - 9), 'feed.ndjson.gz')).rejects.toThrow(damaged);
    await expect(shortly(whole.subarray(0, 15), 'feed.ndjson.gz')).rejects.toThrow(damaged);
    const twice = gzip(whole.subarray(0, whole.length - 9));
    await expect(shortly(twice, 'feed.ndjson.gz')).rejects.toThrow(damaged);
  });

  test('may end with zeros, as a tape or a copy of whole blocks has them', async () => {
    const padded = Buffer.concat([gzip('{"a":1}\n'), Buffer.alloc(100_000)]);
    expect(await shortly(padded, 'feed.ndjson.gz')).toEqual([[1, { a: 1 }]]);
  });

  test.each([1, 1000, 70_000])(
    'that has %d zeros before another one fails, so that no row of it is lost',
    async (zeros) => {
      const first = gzip('{"a":1}\n');
      const content = Buffer.concat([first, Buffer.alloc(zeros), gzip('{"a":2}\n')]);
      await expect(shortly(content, 'feed.ndjson.gz')).rejects.toThrow(
        /^feed (?:has more data after the end of its gzip data, at byte \d+; fetch it again|is damaged or cut)/,
      );
      const text = Buffer.concat([first, Buffer.alloc(zeros), Buffer.from('{"a":2}\n')]);
      await expect(shortly(text, 'feed.ndjson.gz')).rejects.toThrow(
        `feed has more data after the end of its gzip data, at byte ${first.length + 1}; fetch it again`,
      );
    },
  );

  test('that is gzip by its name alone fails', async () => {
    await expect(shortly('{"a":1}', 'feed.ndjson.gz')).rejects.toThrow('feed is not gzip');
  });
});
