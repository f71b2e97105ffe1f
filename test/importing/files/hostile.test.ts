import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvRecords } from '../../../src/importing/files/csv-records.js';
import { jsonRecords } from '../../../src/importing/files/json-records.js';
import { linesOf } from '../../../src/importing/files/lines.js';
import { ndjsonRecords } from '../../../src/importing/files/ndjson-records.js';
import { type RecordBatch, type SourceRecord } from '../../../src/importing/record-source.js';
import { itemsOf } from './collect.js';

const MEGABYTE = 1024 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- a source of text is asynchronous
async function* text(...parts: (string | { times: number; of: string })[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else for (let time = 0; time < part.times; time++) yield part.of;
  }
}

const long = { times: 100, of: 'x'.repeat(MEGABYTE) };
const csv = (...parts: Parameters<typeof text>) => csvRecords(linesOf(text(...parts)), 'feed', []);
const places = (records: SourceRecord[]) =>
  records.map((record) => [record.line, 'problem' in record ? record.problem.reason : record.values]);

describe('a line of 100 MB', () => {
  test('is a rejected row of NDJSON, and the next line is read', async () => {
    const records = await itemsOf(ndjsonRecords(linesOf(text('{"a":"', long, '"}\n{"a":1}')), 'feed'));
    expect(places(records)).toEqual([
      [1, `is longer than ${MEGABYTE} characters`],
      [2, { a: 1 }],
    ]);
  });

  test('is a rejected row of CSV, and the next line is read, also when a quote is open', async () => {
    expect(places(await itemsOf(csv('a,b\n1,', long, '\n2,x\n3,"', long, '\n4,y')))).toEqual([
      [2, `is longer than ${MEGABYTE} characters`],
      [3, { a: '2', b: 'x' }],
      [4, `is longer than ${MEGABYTE} characters`],
      [5, { a: '4', b: 'y' }],
    ]);
  });

  test('fails a JSON array before it fills the memory', async () => {
    const before = process.memoryUsage().rss;
    await expect(itemsOf(jsonRecords(text('[{"a":"', long, '"}]'), 'feed'))).rejects.toThrow(
      'feed: element 1 is longer than',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
  });
});

test('a million open brackets fail a JSON array', async () => {
  await expect(itemsOf(jsonRecords(text({ times: 20, of: '['.repeat(MEGABYTE) }), 'feed'))).rejects.toThrow(
    'feed: element 1 is nested too deep',
  );
});

test('an element that is nested too deep fails a JSON array, and is named', async () => {
  const nested = (depth: number) => `{"b":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const array = (depth: number) =>
    jsonRecords(text(`[${'{"a":[1]},'.repeat(50)}${nested(depth)},{}]`), 'feed');
  expect(await itemsOf(array(98))).toHaveLength(52);
  await expect(itemsOf(array(99))).rejects.toThrow('feed: element 51 is nested too deep');
});

test('a value of NDJSON that is nested 200,000 levels deep is read, and rejects its row only where it must be checked', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const records = await itemsOf(
    ndjsonRecords(linesOf(text(`{"a":1,"b":${deep}}\n{"a":"\ufdd0","b":${deep}}`)), 'feed'),
  );
  expect(records).toMatchObject([{ values: { a: 1 } }, { problem: { reason: 'is not valid UTF-8: "�"' } }]);
  const [record] = await itemsOf(ndjsonRecords(linesOf(text(`{"b":${deep},"a":"\ufdd0","c":1}`)), 'feed'));
  expect(record).toEqual({
    ...{ file: 'feed', line: 1, values: { c: 1 } },
    problem: { field: 'b', reason: 'is nested too deep to be checked for valid UTF-8' },
  });
});

test('a row of a million open brackets is a rejected row of NDJSON', async () => {
  const [record] = await itemsOf(ndjsonRecords(linesOf(text('['.repeat(MEGABYTE - 1))), 'feed'));
  expect(record).toMatchObject({
    problem: { reason: `is not valid JSON: it is cut at column ${MEGABYTE}: ${'['.repeat(60)}…` },
  });
});

test.each([
  ['a string that is never closed', `1234567890123456 "${'\\"'.repeat(500_000)}`],
  ['a long string of quotes', `{"a":1234567890123456,"b":"${'\\"'.repeat(500_000)}"}`],
  ['a number of a million digits', `{"a":${'1'.repeat(1_000_000)}}`],
  ['a million digits and dots', `{"a":${'1.'.repeat(500_000)}}`],
])('%s in a line of NDJSON is read quickly', async (_, line) => {
  const began = performance.now();
  expect(await itemsOf(ndjsonRecords(linesOf(text(line)), 'feed'))).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(2000);
});

test('a CSV file may have a column twice that no field reads', async () => {
  const read = (known: string[]) =>
    itemsOf(csvRecords(linesOf(text('a,b,b\n1,2,3\n')), 'feed', { required: ['a'], known }));
  expect(places(await read(['a']))).toEqual([[2, { a: '1', b: '3' }]]);
  await expect(read(['a', 'b'])).rejects.toThrow('feed has the column b twice');
});

test('a CSV header of more than 1000 columns fails', async () => {
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
  await expect(itemsOf(csv(`${columns(1001)}\n`, '1\n'))).rejects.toThrow(
    'feed has 1001 columns, and 1000 are the most',
  );
  expect(await itemsOf(csv(`${columns(1000)}\n`, '1\n'))).toHaveLength(1);
});

test('a CSV header of more than a million characters fails with that reason', async () => {
  await expect(itemsOf(csv({ times: 1_100_000, of: 'a,' }, '\n1\n'))).rejects.toThrow(
    'feed has a first line that is too long',
  );
});

test('a CSV header with a quote that is never closed fails quickly', async () => {
  const began = performance.now();
  await expect(itemsOf(csv('a,"b\n', { times: 50, of: '2,y\n'.repeat(1000) }))).rejects.toThrow(
    'feed has a quote in its header that is not closed',
  );
  await expect(itemsOf(csv({ times: 100_000, of: '\n' }))).rejects.toThrow('feed is empty');
  expect(performance.now() - began).toBeLessThan(5000);
});

test('a quote that is never closed costs its own row alone among 50,000, and reading stays quick', async () => {
  const began = performance.now();
  const records = await itemsOf(csv('a,b\n1,"x\n', { times: 50, of: '2,y\n'.repeat(1000) }));
  expect(records).toHaveLength(50_001);
  expect(records.filter((record) => 'problem' in record)).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(5000);
});

test.each([
  ['an open quote before every line', '1,"x\n'],
  ['an open quote before lines that close nothing', '"\ny\n""\n'],
  ['quotes that close and open in every line', '",x,"\n'],
  ['doubled quotes', '"x""\n'],
  ['an open quote, and 150 lines that are no rows', `"x\n${'y\n'.repeat(150)}`],
])('%s in 20,000 lines are read in linear time', async (_, block) => {
  const lines = block.split('\n').length - 1;
  const times = Math.floor(20_000 / lines / 100);
  const began = performance.now();
  await itemsOf(csv('a,b,c\n', { times, of: block.repeat(100) }));
  expect(performance.now() - began).toBeLessThan(5000);
});

test('an unclosed quote before 100,000 lines that could be its cell takes no memory', async () => {
  const before = process.memoryUsage().rss;
  const batches = csvRecords(
    linesOf(text('a,b\n1,"x\n', { times: 10, of: 'y\n'.repeat(10_000) })),
    'feed',
    [],
  );
  let count = 0;
  for await (const batch of batches) count += batch.filter((record) => 'problem' in record).length;
  expect(count).toBe(100_001);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
});

test('lines are the same wherever the text is cut into chunks', async () => {
  const characters = fc.constantFrom('a', '\r', '\n');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: characters, minLength: 1 })), async (chunks) => {
      const whole = chunks.join('');
      const expected = whole.split(/\r\n|\r|\n/);
      if (expected.at(-1) === '') expected.pop();
      const lines = await itemsOf(linesOf(text(...chunks)));
      expect(lines.map((line) => line.text)).toEqual(expected);
    }),
  );
});

test('random text makes no reader crash or hang', async () => {
  const characters = fc.constantFrom('"', ',', ';', '\n', '\r', 'a', '{', '}', '[', ']', ':', '\\', '1', ' ');
  const read = (batches: AsyncIterable<RecordBatch>) =>
    itemsOf(batches).catch((error: Error) => {
      expect(error.name).toBe('ImportFailed');
    });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: characters, maxLength: 60 }), async (content) => {
      await itemsOf(csv('a,b\n', content));
      await read(csv(content));
      await read(ndjsonRecords(linesOf(text(content)), 'feed'));
      await read(jsonRecords(text(content), 'feed'));
    }),
    { numRuns: 200 },
  );
});
