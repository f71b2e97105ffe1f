import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Reply } from '../client/http-client.js';
import { follow, idsOf, links } from '../client/walk.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { MAX_SPARSE } from '../../src/listing/filtered-statement.js';
import { copiesOf, directories, type ModelDirectory, type ModelQuery, queries } from './list-arbitraries.js';
import { expectedIds } from './list-model.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

/** How often a property is tried: `LIST_RUNS=100` tries it a hundred times as often. */
const runs = (count: number) => ({ numRuns: count * Number(process.env.LIST_RUNS ?? 1) });

const STORE = {
  networks: `
    INSERT INTO networks (id, name, url, live, created_at, updated_at, last_sync, sub_id_length, address_country)
      SELECT id, name, url, live, "createdAt", "updatedAt", "lastSync", "subIdLength", "addressCountry"
      FROM jsonb_to_recordset($1) AS (id integer, name text, url text, live boolean, "createdAt" timestamptz,
        "updatedAt" timestamptz, "lastSync" timestamptz, "subIdLength" integer, "addressCountry" text)`,
  programs: `
    INSERT INTO programs (id, name, network_id, network_program_id, primary_url, status, created_at, updated_at,
      date_started, date_closed, countries)
      SELECT id, name, "networkId", "networkProgramId", "primaryUrl", status, "createdAt", "updatedAt",
        "dateStarted", "dateClosed", countries
      FROM jsonb_to_recordset($1) AS (id integer, name text, "networkId" integer, "networkProgramId" text,
        "primaryUrl" text, status boolean, "createdAt" timestamptz, "updatedAt" timestamptz, "dateStarted" date,
        "dateClosed" date, countries text[])`,
};

async function store({ networks, programs }: ModelDirectory): Promise<void> {
  await directory.sql('TRUNCATE networks, programs CASCADE');
  await directory.sql(STORE.networks, [JSON.stringify(networks)]);
  await directory.change(STORE.programs, [JSON.stringify(programs)]);
  await directory.sql('ANALYZE networks, programs');
}

function expected({ networks, programs }: ModelDirectory, { path, filters, sort }: ModelQuery): number[] {
  const rows = path.endsWith('/networks')
    ? networks.filter(({ live }) => live)
    : programs.filter(({ status }) => status);
  const { urls, ...others } = filters;
  return expectedIds(rows, urls === undefined || urls.length === 0 ? others : filters, sort);
}

/** Compares every way of reading a list with the ids that it has. */
async function expectEveryPage({ path, filters: { urls, ...filters }, sort }: ModelQuery, ids: number[]) {
  const parameters = Object.entries(filters).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const target = `${path}?${new URLSearchParams([...parameters, ['sort', sort]]).toString()}`;
  const ask = (page: string) =>
    path.endsWith('-batch') ? directory.post(page, { urls: urls ?? [] }) : directory.get(page);
  const last = Math.max(1, Math.ceil(ids.length / 50));
  const expectPage = (reply: Reply, page: number) => {
    expect(reply.status).toBe(200);
    expect(idsOf(reply)).toEqual(ids.slice((page - 1) * 50, page * 50));
    expect(reply.headers['x-total-count']).toBe(String(ids.length));
  };

  const forwards = await follow(ask, target, 'next');
  forwards.forEach((reply, at) => expectPage(reply, at + 1));
  expect(forwards).toHaveLength(last);
  const { prev } = links(forwards.at(-1)!);
  const backwards = prev === undefined ? [] : await follow(ask, prev, 'prev');
  backwards.forEach((reply, at) => expectPage(reply, last - 1 - at));
  expect(backwards).toHaveLength(last - 1);

  expectPage(await ask(links(forwards[0]!).last!), last);
  for (const page of new Set([1, 2, 4, 5, Math.ceil(last / 2), last - 1, last, last + 1, 2_147_483_647])) {
    if (page < 1) continue;
    const reply = await ask(`${target}&page=${page}`);
    expectPage(reply, page);
    const { next, prev } = links(reply);
    expect([next !== undefined, prev !== undefined]).toEqual([page < last, page > 1 && page <= last + 1]);
    if (prev !== undefined) expectPage(await ask(prev), page - 1);
  }
}

/** Directories, and requests for lists of each that satisfy a condition. */
const withQueries = (
  size: { min: number; max: number },
  count: number,
  condition: (rows: ModelDirectory, query: ModelQuery) => boolean = () => true,
) =>
  directories(size).chain((rows) => {
    const asked = queries(rows).filter((query) => condition(rows, query));
    return fc.tuple(fc.constant(rows), fc.array(asked, { minLength: count, maxLength: count }));
  });

test('Filtered lists have what a plain search through all rows finds, on every page', async () => {
  await fc.assert(
    fc.asyncProperty(withQueries({ min: 0, max: 120 }, 8), async ([rows, asked]) => {
      await store(rows);
      for (const query of asked) await expectEveryPage(query, expected(rows, query));
    }),
    runs(10),
  );
}, 3_600_000);

const COPIES = 100;
const hasManyMatches = (rows: ModelDirectory, query: ModelQuery) =>
  Object.keys(query.filters).length > 0 && expected(rows, query).length * COPIES > MAX_SPARSE;

test(`So do filters with more than ${MAX_SPARSE} matches`, async () => {
  await fc.assert(
    fc.asyncProperty(withQueries({ min: 40, max: 48 }, 2, hasManyMatches), async ([rows, asked]) => {
      const copied = copiesOf(rows, COPIES);
      await store(copied);
      for (const query of asked) await expectEveryPage(query, expected(copied, query));
    }),
    runs(1),
  );
}, 3_600_000);
