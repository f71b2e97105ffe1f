import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PageSource } from '../../src/database/page-source.js';
import { MAX_SPARSE } from '../../src/listing/filtered-statement.js';
import { type ListQuery } from '../../src/listing/list-query.js';
import { TextSamples } from '../../src/listing/text-samples.js';
import { programList } from '../../src/programs/program.list.js';
import { ProgramsService } from '../../src/programs/programs.service.js';
import { follow, idsOf, links } from '../client/walk.js';
import { explain, nodesOf } from '../database/explain.js';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';

/** Programs of which most match a filter of the tests, all of them behind the others in the order of names. */
const PROGRAMS = 4800;
const MATCHES = 2310;
const SORTS = ['-id', 'name', '-name', '-dateStarted'];

let directory: Directory;
const statements: string[] = [];
let lastValues: unknown[];
let after: (statement: string) => Promise<void>;

beforeAll(async () => {
  directory = await openDirectory({ PAGE_CACHE_MB: '0' });
  const network = await addNetwork(directory.database);
  await directory.change(`
    INSERT INTO programs (name, network_id, network_program_id, primary_url, countries, date_started, updated_at, status)
      SELECT CASE WHEN n > ${PROGRAMS - MATCHES} THEN 'Zebra ' ELSE 'Apple ' END || n % 97, ${network}, 'P' || n,
        'p' || n % 70 || '.example', CASE WHEN n > ${PROGRAMS - MATCHES} THEN '{DE}' ELSE '{AT}' END::text[],
        CASE WHEN n % 3 > 0 THEN date '2020-01-01' + n % 30 END, timestamptz '2025-01-01 00:00Z' + n % 500 * interval '1 day',
        n % 1000 > 0
      FROM generate_series(1, ${PROGRAMS}) AS n`);
  const source = directory.app.get(PageSource, { strict: false });
  const rows = source.rows.bind(source);
  source.rows = async (list, statement, values) => {
    statements.push(statement.text);
    lastValues = values ?? [];
    return rows(list, statement, values).finally(() => after(statement.text));
  };
});
afterAll(() => directory.close());
beforeEach(() => {
  statements.length = 0;
  after = () => Promise.resolve();
});

const isCount = (text: string) => /SELECT count\(\*\) FROM programs/.test(text);
const isSelection = (text: string) => text.includes('string_agg');

/** The ids of all matches, as PostgreSQL orders them without any index of ours. */
async function expected(where: string, sort: string): Promise<number[]> {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const column = sort.replace('-', '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const nulls = direction === 'DESC' ? 'FIRST' : 'LAST';
  const rows = await directory.sql<{ id: number }>(
    `SELECT id FROM programs WHERE status AND ${where} ORDER BY ${column} ${direction} NULLS ${nulls}, id ${direction}`,
  );
  return rows.map(({ id }) => id);
}

describe.each([
  ['country=DE', `countries && '{DE}'`],
  ['search=example', 'true'],
  ['search=zebra+p1', `name ~ 'Zebra' AND primary_url ~ '^p1'`],
])('The list with %s', (filter, where) => {
  test.each(SORTS)('is read by next and by prev in the order of %s', async (sort) => {
    const ids = await expected(where, sort);
    const target = `/programs?${filter}&sort=${sort}`;
    const forwards = await follow(directory.get, target, 'next');
    expect(forwards.flatMap(idsOf)).toEqual(ids);
    for (const { headers } of forwards) expect(headers['x-total-count']).toBe(String(ids.length));
    const backwards = await follow(directory.get, links(forwards.at(-1)!).prev!, 'prev');
    expect(backwards.map(idsOf).reverse().flat()).toEqual(ids.slice(0, (forwards.length - 1) * 50));
  });

  test.each(SORTS)('has the pages of the order of %s by number', async (sort) => {
    const ids = await expected(where, sort);
    const last = Math.ceil(ids.length / 50);
    for (const page of [1, 2, 4, 5, last - 1, last, last + 1, 100_000_000].filter((number) => number > 0)) {
      const reply = await directory.get(`/programs?${filter}&sort=${sort}&page=${page}`);
      expect(idsOf(reply)).toEqual(ids.slice((page - 1) * 50, page * 50));
      expect(links(reply).next !== undefined).toBe(page < last);
    }
  });
});

test('A filter with many matches is counted once, and its ids are read once for an order, until the list changes', async () => {
  expect(MATCHES).toBeGreaterThan(MAX_SPARSE);
  const read = async () => {
    for (const page of [1, 30, 40, 30]) await directory.get(`/programs?country=DE&sort=name&page=${page}`);
    await directory.get('/programs?country=DE&sort=-name&page=20');
    return [statements.filter(isCount).length, statements.filter(isSelection).length];
  };
  await directory.change(`UPDATE programs SET register_url = 'https://p.example/1' WHERE id = 1`);
  statements.length = 0;
  expect(await read()).toEqual([1, 1]);
  expect(await read()).toEqual([1, 1]);
  await directory.change(`UPDATE programs SET register_url = 'https://p.example/2' WHERE id = 1`);
  expect(await read()).toEqual([2, 2]);
});

test('A deep page is exact while the list changes faster than its ids are read', async () => {
  after = async (text) => {
    if (isSelection(text))
      await directory.sql(`UPDATE programs SET register_url = 'https://p.example/' || random() WHERE id = 1`);
  };
  for (const page of [10, 20]) {
    const ids = await expected(`countries && '{DE}'`, 'name');
    const reply = await directory.get(`/programs?country=DE&sort=name&page=${page}`);
    expect(idsOf(reply)).toEqual(ids.slice((page - 1) * 50, page * 50));
    expect(reply.headers['x-total-count']).toBe(String(ids.length));
  }
});

test('A cursor whose row no longer matches goes on behind the place where it was', async () => {
  const ids = await expected(`countries && '{DE}'`, 'name');
  const { next } = links(await directory.get('/programs?country=DE&sort=name'));
  await directory.change(`UPDATE programs SET countries = '{}' WHERE id = $1`, [ids[49]]);
  expect(idsOf(await directory.get(next!))).toEqual(ids.slice(50, 100));
  await directory.change(`UPDATE programs SET countries = '{DE}', name = 'Aaa' WHERE id = $1`, [ids[49]]);
  expect(idsOf(await directory.get(next!))).toEqual(ids.slice(50, 100));
});

test('A search of several words looks up the rare one in the index, and only compares rows with the common one', async () => {
  const { column, type } = programList.filters.find(({ name }) => name === 'search')!;
  const samples = directory.app.get(TextSamples, { strict: false });
  const sample = () => samples.get(programList, type.sampledExpression!(column));
  await waitFor(() => Promise.resolve(sample().length > 0), 25_000);
  expect(idsOf(await directory.get('/programs?search=example+p69'))).toHaveLength(50);
  await directory.sql('VACUUM ANALYZE programs');
  // The table is small enough to be read as a whole.
  await directory.sql('SET enable_seqscan = off');
  const nodes = nodesOf(await explain(directory, statements.at(-1)!, lastValues));
  await directory.sql('RESET enable_seqscan');
  const scan = nodes.find((node) => node['Index Name'] === 'programs_active_by_search_text');
  expect(scan!['Index Cond']).toContain('%p69%');
  expect(scan!['Index Cond']).not.toContain('%example%');
});

describe.each<[string, ListQuery, string]>([
  ['without filters', {}, 'true'],
  ['with few matches', { search: 'p69' }, `primary_url ~ '^p69'`],
  ['with many matches', { country: ['DE'] }, `countries && '{DE}'`],
])('A list %s', (_, filters, where) => {
  test.each([1, 49, 100])('has pages of %i objects by cursor, in both directions', async (size) => {
    const service = directory.app.get(ProgramsService, { strict: false });
    const ids = (await expected(where, '-dateStarted')).slice(0, 5 * size);
    const read = async (cursor?: string) =>
      service.list({ ...filters, sort: '-dateStarted', ...(cursor && { cursor }) }, { size });
    const found: number[] = [];
    let page = await read();
    let previous: string | undefined;
    for (;;) {
      found.push(...page.rows.map((row) => Number(row[0])));
      if (found.length >= ids.length) break;
      expect(page.rows).toHaveLength(size);
      page = await read(page.nextCursor);
      previous = page.links.find(({ rel }) => rel === 'prev')!.query.replace(/.*cursor=/, '');
    }
    expect(found).toEqual(ids);
    if (previous === undefined) return;
    const start = found.length - page.rows.length - size;
    expect((await read(previous)).rows.map((row) => Number(row[0]))).toEqual(ids.slice(start, start + size));
  });
});
