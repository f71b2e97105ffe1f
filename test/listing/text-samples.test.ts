import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { DatabaseUnavailable } from '../../src/database/database-unavailable.js';
import { PageSource } from '../../src/database/page-source.js';
import { TextSamples } from '../../src/listing/text-samples.js';
import { programList } from '../../src/programs/program.list.js';
import { explain, nodesOf } from '../database/explain.js';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';

let directory: Directory;
let source: PageSource;
let samples: TextSamples;
let network: number;

beforeAll(async () => {
  directory = await openDirectory({ PAGE_CACHE_MB: '0' });
  network = await addNetwork(directory.database);
  source = directory.app.get(PageSource, { strict: false });
});
afterAll(() => directory.close());
beforeEach(() => {
  jest.restoreAllMocks();
  samples = new TextSamples(source);
});

const cachedSample = () => samples.get(programList, 'name');

/** The sample after the read that asking for it may begin. */
async function refreshedSample(): Promise<readonly string[]> {
  const rows = jest.spyOn(source, 'rows');
  cachedSample();
  await setImmediate();
  await Promise.all(rows.mock.results.map(({ value }) => value as Promise<unknown>));
  rows.mockRestore();
  return cachedSample();
}

async function addPrograms(first: number, last: number, status = 'true'): Promise<void> {
  await directory.change(`
    INSERT INTO programs (id, name, network_id, network_program_id, primary_url, status)
      SELECT id, 'Program ' || id, ${network}, 'P' || id, 'p.example', ${status}
      FROM generate_series(${first}, ${last}) AS id`);
}

test('A list of fewer than 100 rows has no sample', async () => {
  expect(await refreshedSample()).toEqual([]);
  await addPrograms(1, 198, 'id % 2 = 0');
  samples = new TextSamples(source);
  expect(await refreshedSample()).toEqual([]);
});

test('A sample of a small list has the text of each active row', async () => {
  await addPrograms(199, 200, 'id % 2 = 0');
  const expected = Array.from({ length: 100 }, (_, at) => `Program ${2 * at + 2}`);
  expect([...(await refreshedSample())].sort()).toEqual(expected.sort());
});

test('A sample of a large list has 300 rows from all of the table', async () => {
  await addPrograms(201, 20_000);
  const sample = await refreshedSample();
  expect(new Set(sample).size).toBe(300);
  const fifths = new Set(sample.map((name) => Math.floor((Number(name.split(' ')[1]) - 1) / 4000)));
  expect(fifths.size).toBe(5);
});

test('A sample is read from a few pages, not by an index in which dead rows may be', async () => {
  const rows = jest.spyOn(source, 'rows');
  cachedSample();
  await setImmediate();
  const [, { text }] = rows.mock.calls[0]!;
  const types = nodesOf(await explain(directory, text, [])).map((node) => node['Node Type']);
  expect(types).toContain('Sample Scan');
  expect(types.filter((type) => type.endsWith('Scan'))).toEqual(['Subquery Scan', 'Sample Scan']);
});

test('A sample is read again when it is older than ten seconds, and is kept when that fails', async () => {
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
  const first = await refreshedSample();
  clock.mockReturnValue(now + 9_000);
  expect(await refreshedSample()).toBe(first);
  clock.mockReturnValue(now + 11_000);
  const second = await refreshedSample();
  expect(second).not.toBe(first);
  expect(second).toHaveLength(300);

  const rows = jest.spyOn(source, 'rows').mockRejectedValue(new DatabaseUnavailable());
  clock.mockReturnValue(now + 22_000);
  expect(cachedSample()).toBe(second);
  await setImmediate();
  expect(rows).toHaveBeenCalledTimes(1);
  await Promise.allSettled(rows.mock.results.map(({ value }) => value as Promise<unknown>));
  expect(cachedSample()).toBe(second);
  expect(rows).toHaveBeenCalledTimes(1);
});

test('A sample is read once at a time, and after the statement of the search that asked for it', async () => {
  const rows = jest.spyOn(source, 'rows').mockReturnValue(new Promise(() => undefined));
  for (let asked = 0; asked < 3; asked++) {
    cachedSample();
    expect(rows).not.toHaveBeenCalled();
  }
  await setImmediate();
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  cachedSample();
  await setImmediate();
  expect(rows).toHaveBeenCalledTimes(1);
});

test.each([
  ['fails', '/programs?search=program+19999', () => Promise.reject(new Error('no sample'))],
  ['never ends', '/networks?search=network+example', () => new Promise<never>(() => undefined)],
])('A search does not wait for its first sample, whose read %s', async (_, search, sampleRead) => {
  const read = source.rows.bind(source);
  const isSample = (text: string) => text.includes('TABLESAMPLE');
  const rows = jest
    .spyOn(source, 'rows')
    .mockImplementation((lists, statement, values) =>
      isSample(statement.text) ? sampleRead() : read(lists, statement, values),
    );
  const { status, headers } = await directory.get(search);
  expect([status, headers['x-total-count']]).toEqual([200, '1']);
  expect(rows.mock.calls.filter(([, { text }]) => isSample(text))).toHaveLength(1);
});
