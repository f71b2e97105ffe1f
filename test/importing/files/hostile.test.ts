import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvRecords } from '../../../src/importing/files/csv-records.js';
import { jsonRecords } from '../../../src/importing/files/json-records.js';
import { type Line, linesOf } from '../../../src/importing/files/lines.js';
import { ndjsonRecords } from '../../../src/importing/files/ndjson-records.js';
import { type SourceRecord } from '../../../src/importing/record-source.js';

const MEGABYTE = 1024 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- a source of text is asynchronous
async function* text(...parts: (string | { times: number; of: string })[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else for (let time = 0; time < part.times; time++) yield part.of;
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const long = { times: 100, of: 'x'.repeat(MEGABYTE) };
const csv = (...parts: Parameters<typeof text>) => csvRecords(linesOf(text(...parts)), 'feed', []);
const places = (records: SourceRecord[]) =>
  records.map((record) => [record.line, 'problem' in record ? record.problem.reason : record.values]);

describe('a line of 100 MB', () => {
  test('is a rejected row of NDJSON, and the next is read', async () => {
    const records = await all(ndjsonRecords(linesOf(text('{"a":"', long, '"}\n{"a":1}')), 'feed'));
    expect(places(records)).toEqual([
      [1, `is longer than ${MEGABYTE} characters`],
      [2, { a: 1 }],
    ]);
  });

  test('is a rejected row of CSV, and the next is read, also when a quote is open', async () => {
    expect(places(await all(csv('a,b\n1,', long, '\n2,x\n3,"', long, '\n4,y')))).toEqual([
      [2, `is longer than ${MEGABYTE} characters`],
      [3, { a: '2', b: 'x' }],
      [4, `is longer than ${MEGABYTE} characters`],
      [5, { a: '4', b: 'y' }],
    ]);
  });

  test('fails a JSON array before it fills the memory', async () => {
    const before = process.memoryUsage().rss;
    await expect(all(jsonRecords(text('[{"a":"', long, '"}]'), 'feed'))).rejects.toThrow(
      'feed: element 1 is longer than',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
  });
});

test('a million open brackets fail a JSON array', async () => {
  await expect(all(jsonRecords(text({ times: 20, of: '['.repeat(MEGABYTE) }), 'feed'))).rejects.toThrow(
    'feed: element 1 is nested too deep',
  );
});

test('an element that is nested too deep fails a JSON array, and is named', async () => {
  const nested = (depth: number) => `{"b":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const array = (depth: number) =>
    jsonRecords(text(`[${'{"a":[1]},'.repeat(50)}${nested(depth)},{}]`), 'feed');
  expect(await all(array(98))).toHaveLength(52);
  await expect(all(array(99))).rejects.toThrow('feed: element 51 is nested too deep');
});

test('a value nested without end is no harm to NDJSON', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const records = await all(
    ndjsonRecords(linesOf(text(`{"a":1,"b":${deep}}\n{"a":"\ufdd0","b":${deep}}`)), 'feed'),
  );
  expect(records).toMatchObject([{ values: { a: 1 } }, { problem: { reason: 'is not valid UTF-8' } }]);
  const [record] = await all(ndjsonRecords(linesOf(text(`{"b":${deep},"a":"\ufdd0","c":1}`)), 'feed'));
  expect(record).toEqual({
    ...{ file: 'feed', line: 1, values: { c: 1 } },
    problem: { field: 'b', reason: 'is nested too deep to be looked through' },
  });
});

test('a row of a million open brackets is a rejected row of NDJSON', async () => {
  const [record] = await all(ndjsonRecords(linesOf(text('['.repeat(MEGABYTE - 1))), 'feed'));
  expect(record).toMatchObject({ problem: { reason: 'is not valid JSON' } });
});

test.each([
  ['a string that nobody closes', `1234567890123456 "${'\\"'.repeat(500_000)}`],
  ['a long string of quotes', `{"a":1234567890123456,"b":"${'\\"'.repeat(500_000)}"}`],
  ['a number of a million digits', `{"a":${'1'.repeat(1_000_000)}}`],
  ['a million digits and dots', `{"a":${'1.'.repeat(500_000)}}`],
])('%s in a line of NDJSON is read quickly', async (_, line) => {
  const began = performance.now();
  expect(await all(ndjsonRecords(linesOf(text(line)), 'feed'))).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(2000);
});

test('a CSV column may be there twice where nobody reads it', async () => {
  const read = (known: string[]) =>
    all(csvRecords(linesOf(text('a,b,b\n1,2,3\n')), 'feed', { required: ['a'], known }));
  expect(places(await read(['a']))).toEqual([[2, { a: '1', b: '3' }]]);
  await expect(read(['a', 'b'])).rejects.toThrow('feed has the column b twice');
});

test('a header of more columns than any row needs fails, since each short row would cost as much', async () => {
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
  await expect(all(csv(`${columns(1001)}\n`, '1\n'))).rejects.toThrow(
    'feed has 1001 columns, and 1000 are the most',
  );
  expect(await all(csv(`${columns(1000)}\n`, '1\n'))).toHaveLength(1);
});

test('a header that is too long is told from one that is open', async () => {
  await expect(all(csv({ times: 1_100_000, of: 'a,' }, '\n1\n'))).rejects.toThrow(
    'feed has a first line that is too long',
  );
});

test('a header that is open for ever is given up, wherever the text is cut', async () => {
  const began = performance.now();
  await expect(all(csv('a,"b\n', { times: 50, of: '2,y\n'.repeat(1000) }))).rejects.toThrow(
    'feed has a quote in its header that is not closed',
  );
  await expect(all(csv({ times: 100_000, of: '\n' }))).rejects.toThrow('feed is empty');
  expect(performance.now() - began).toBeLessThan(5000);
});

test('a quote that is open for ever costs its row, and reading stays quick', async () => {
  const began = performance.now();
  const records = await all(csv('a,b\n1,"x\n', { times: 50, of: '2,y\n'.repeat(1000) }));
  expect(records).toHaveLength(50_001);
  expect(records.filter((record) => 'problem' in record)).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(5000);
});

test('lines are the same wherever the text is cut', async () => {
  const characters = fc.constantFrom('a', '\r', '\n');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: characters, minLength: 1 })), async (chunks) => {
      const texts = (batches: Line[][]) => batches.flat().map((line) => line.text);
      const whole = chunks.join('');
      const expected = whole.split(/\r\n|\r|\n/);
      if (expected.at(-1) === '') expected.pop();
      expect(texts(await all(linesOf(text(...chunks))))).toEqual(expected);
    }),
  );
});

test('no text makes the readers crash or hang', async () => {
  const characters = fc.constantFrom('"', ',', ';', '\n', '\r', 'a', '{', '}', '[', ']', ':', '\\', '1', ' ');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: characters, maxLength: 60 }), async (content) => {
      await all(csv('a,b\n', content));
      await all(csv(content)).catch((error: Error) => {
        expect(error.name).toBe('ImportFailed');
      });
      await all(ndjsonRecords(linesOf(text(content)), 'feed'));
      await all(jsonRecords(text(content), 'feed')).catch((error: Error) => {
        expect(error.name).toBe('ImportFailed');
      });
    }),
    { numRuns: 200 },
  );
});
