import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { explain } from '../database/explain.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { MatchPlan } from '../../src/matching/match-plan.js';
import { matchStatement } from '../../src/matching/match-statement.js';
import { type Reply } from '../client/http-client.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addProgramWithDomains, matchOf } from './matching.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  const { database } = directory;
  await addNetwork(database, { id: 1, name: 'Alpha' });
  await addProgramWithDomains(
    database,
    { id: 1, primary_url: 'shop.example', name: 'Shop', network_program_id: '1', countries: '{DE,AT}' },
    'xn--mller-kva.example',
    '*.wild.example',
  );
  await addProgram(database, 1, { id: 2, primary_url: 'xn--bcher-kva.example' });
  await directory.sql(`UPDATE programs SET created_at = '2026-01-31 08:15:30.5Z', updated_at = created_at`);
  await directory.change('SELECT 1');
});
afterAll(() => directory.close());

const match = (body: unknown, form = '') => directory.post(`${form}/programs-match`, body);
const matches = async (body: unknown) => (await match(body)).json.map(matchOf);

const program = {
  id: 1,
  name: 'Shop',
  createdAt: '2026-01-31T08:15:30.500Z',
  updatedAt: expect.any(String),
  networkId: 1,
  networkProgramId: '1',
  dateStarted: null,
  dateClosed: null,
  primaryUrl: 'shop.example',
  registerUrl: null,
  status: true,
  countries: ['DE', 'AT'],
};

describe('POST /programs-match', () => {
  test('answers one element for each URL, in their order, duplicates included', async () => {
    const urls = ['nosuch.example', 'https://Shop.example/a?b', 'shop.example', '', 'nosuch.example'];
    const reply = await match({ urls });
    expect(reply.status).toBe(200);
    const matched = { host: 'shop.example', result: 'matched', rule: 'host', total: 1, programs: [program] };
    const unmatched = { host: 'nosuch.example', result: 'unmatched', rule: null, total: 0, programs: [] };
    expect(reply.json).toEqual([
      { url: urls[0], ...unmatched },
      { url: urls[1], ...matched },
      { url: urls[2], ...matched },
      { url: urls[3], host: null, result: 'invalid', rule: null, total: 0, programs: [] },
      { url: urls[4], ...unmatched },
    ]);
    expect(Object.keys(reply.json[0])).toEqual(['url', 'host', 'result', 'rule', 'total', 'programs']);
  });

  test('writes programs as the list does, byte for byte, in both forms', async () => {
    for (const form of ['', '/api/v1']) {
      const list = (await directory.get(`${form}/programs?url=shop.example`)).text;
      expect((await match({ urls: ['www.shop.example'] }, form)).text).toBe(
        `[{"url":"www.shop.example","host":"www.shop.example","result":"matched","rule":"www","total":1,"programs":${list}}]`,
      );
    }
  });

  test('has Directory-Version, and no Link, ETag or Cache-Control of lists', async () => {
    const [version] = await directory.sql(`SELECT number::text FROM versions WHERE subject = 'directory'`);
    for (const urls of [['shop.example'], []]) {
      const { headers } = await match({ urls });
      expect(headers['directory-version']).toBe(version!.number);
      expect(headers.link ?? headers.etag ?? headers['x-total-count']).toBeUndefined();
    }
  });

  test('answers [] for an empty array', async () => {
    expect((await match({ urls: [] })).text).toBe('[]');
  });

  test('shows a changed domain with a new Directory-Version, while lists stay as they are', async () => {
    const before = await directory.get('/programs');
    expect(await matches({ urls: ['late.example'] })).toMatchObject([{ rule: null }]);
    await directory.change(`INSERT INTO program_domains VALUES (1, 'late.example')`);
    const reply = await match({ urls: ['late.example'] });
    expect(reply.json.map(matchOf)).toMatchObject([{ rule: 'domain', ids: [1] }]);
    const after = await directory.get('/programs');
    expect(Number(after.headers['directory-version'])).toBe(Number(before.headers['directory-version']) + 1);
    expect(after.headers['directory-version']).toBe(reply.headers['directory-version']);
    expect(after.text).toBe(before.text);
  });

  test.each([
    'shop',
    'com',
    '192.0.2.1',
    '[::1]',
    'someone@shop.example',
    'shop.example\u0000',
    'a b.example',
    '\ud800.example',
    '*.shop.example',
    ' ',
    'a'.repeat(2048),
  ])('answers invalid for %j, and returns it unchanged', async (url) => {
    const { json } = await match({ urls: [url], match: 'site' });
    expect(json).toEqual([{ url, host: null, result: 'invalid', rule: null, total: 0, programs: [] }]);
  });

  test.each([
    ['bücher.example', 'xn--bcher-kva.example', 'host', 2],
    ['XN--BCHER-KVA.example.', 'xn--bcher-kva.example', 'host', 2],
    ['https://www.BÜCHER.example:8443/ä', 'www.xn--bcher-kva.example', 'www', 2],
    ['müller.example', 'xn--mller-kva.example', 'domain', 1],
    ['xn--mller-kva.example', 'xn--mller-kva.example', 'domain', 1],
    ['größe.wild.example', 'xn--gre-6ka8i.wild.example', 'domain', 1],
  ])('reduces %s to the host %s', async (url, host, rule, id) => {
    expect(await matches({ urls: [url] })).toEqual([{ host, result: 'matched', rule, total: 1, ids: [id] }]);
  });

  test('matches a hundred hosts with 120 labels each', async () => {
    const urls = Array.from({ length: 100 }, (_, at) => `${'a.'.repeat(118)}s${at}.example`);
    await addProgram(directory.database, 1, { id: 3, primary_url: 's77.example' });
    const found = await matches({ urls, match: 'site' });
    expect(found.map(({ rule }: { rule: string | null }) => rule)).toEqual(
      urls.map((_, at) => (at === 77 ? 'site' : null)),
    );
  });

  // PostgreSQL would compare each of thousands of names with the statistics of both tables, which takes seconds.
  test('is planned without regard to the names', async () => {
    const { parameters } = new MatchPlan(['a.shop.example'], 'site');
    const plan = await explain(directory, matchStatement(false).text, parameters);
    expect(JSON.stringify(plan)).toContain('programs_active_by_primary_url');
    expect(JSON.stringify(plan)).not.toContain('shop.example');
  });
});

const rejected = (reply: Reply) => [reply.status, reply.json.message];

describe('POST /programs-match rejects', () => {
  test.each([
    ['101 URLs', { urls: Array(101).fill('shop.example'), match: 'x', more: 1 }],
    ['101 values that are no strings', { urls: Array(101).fill(null) }],
  ])('%s with 401', async (_, body) => {
    expect(rejected(await directory.post('/programs-match?page=abc', body))).toEqual([401, 'Too many URLs']);
  });

  const countries = 'countries must be an array of at most 50 country codes of two letters';
  const urls = 'urls must be an array of strings';
  test.each<[unknown, string, string]>([
    [{}, 'urls', urls],
    [{ urls: null }, 'urls', urls],
    [{ urls: 'shop.example' }, 'urls', urls],
    [{ urls: [1] }, 'urls', urls],
    [{ urls: ['a'.repeat(2049)] }, 'urls', 'each of urls must be at most 2048 characters'],
    [{ urls: [], match: 'www' }, 'match', 'match must be one of host, site'],
    [{ urls: [], match: null }, 'match', 'match must be one of host, site'],
    [{ urls: [], match: ['host'] }, 'match', 'match must be one of host, site'],
    [{ urls: [], countries: 'DE' }, 'countries', countries],
    [{ urls: [], countries: null }, 'countries', countries],
    [{ urls: [], countries: ['DEU'] }, 'countries', countries],
    [{ urls: [], countries: ['D1'] }, 'countries', countries],
    [{ urls: [], countries: [' DE'] }, 'countries', countries],
    [{ urls: [], countries: ['DE\n'] }, 'countries', countries],
    [{ urls: [], countries: [1] }, 'countries', countries],
    [{ urls: [], countries: Array(51).fill('DE') }, 'countries', countries],
    [
      { urls: [], country: 'DE' },
      'country',
      'country is not a known field; known are match, countries, urls',
    ],
  ])('the body %j', async (body, field, message) => {
    const reply = await match(body);
    expect([reply.status, reply.json.details]).toEqual([400, [{ field, message }]]);
  });

  test.each(['page', 'sort', 'cursor', 'search', 'country', 'x'])('the query parameter %s', async (name) => {
    const reply = await directory.post(`/programs-match?${name}=1`, { urls: [] });
    const message = `${name} is not a known query parameter`;
    expect([reply.status, reply.json.details]).toEqual([400, [{ field: name, message }]]);
  });

  test('a body that is not JSON, another type, another method, and a request without a key', async () => {
    const send = (method: string, headers: Record<string, string>, body?: string) =>
      directory.request(method, '/programs-match', { headers, ...(body !== undefined && { body }) });
    const json = { 'content-type': 'application/json' };
    expect(rejected(await send('POST', json, '{'))).toEqual([400, 'body must be a JSON object']);
    expect(rejected(await send('POST', { 'content-type': 'text/plain' }, '{}'))).toEqual([
      415,
      'Expected application/json',
    ]);
    expect(rejected(await send('POST', json, ' '.repeat(1024 * 1024 + 1)))).toEqual([413, 'Body too large']);
    expect(rejected(await send('POST', { ...json, 'x-api-key': '' }, '{'))).toEqual([401, 'Wrong API key']);
    const get = await send('GET', {});
    expect([...rejected(get), get.headers.allow]).toEqual([405, 'Method not allowed', 'OPTIONS, POST']);
  });
});

describe('The field countries', () => {
  beforeAll(async () => {
    const countriesOf = { 11: '{FR}', 12: '{}', 13: '{GB,FR}', 14: '{DE}', 15: '{}', 16: '{US}' };
    for (const [id, countries] of Object.entries(countriesOf))
      await addProgram(directory.database, 1, { id, primary_url: 'world.example', countries });
  });

  const ids = async (countries?: string[]) =>
    (await matches({ urls: ['world.example'], ...(countries && { countries }) }))[0].ids;

  test.each<[string[] | undefined, number[]]>([
    [undefined, [11, 12, 13, 14, 15, 16]],
    [[], [11, 12, 13, 14, 15, 16]],
    [['DE'], [14, 12, 15, 11, 13, 16]],
    [['de'], [14, 12, 15, 11, 13, 16]],
    [['UK'], [13, 12, 15, 11, 14, 16]],
    [
      ['FR', 'GB', 'FR'],
      [11, 13, 12, 15, 14, 16],
    ],
    [['ZZ'], [12, 15, 11, 13, 14, 16]],
  ])('%j orders programs as %j, and hides none', async (countries, expected) => {
    expect(await ids(countries)).toEqual(expected);
  });
});

describe('A host with 10,000 programs', () => {
  beforeAll(async () => {
    await directory.sql(`
      INSERT INTO programs (id, name, network_id, network_program_id, primary_url, countries)
        SELECT n, 'Many', 1, 'many-' || n, 'many.example', CASE WHEN n % 500 = 0 THEN '{SE}'::text[] ELSE '{NO}' END
        FROM generate_series(100001, 110000) AS n;
      INSERT INTO program_domains SELECT id, 'further.example' FROM programs WHERE name = 'Many';
      ANALYZE programs, program_domains`);
  });
  const range = (start: number, step: number) => Array.from({ length: 20 }, (_, at) => start + at * step);

  test.each(['many.example', 'further.example'])(
    'is counted, and its first 20 are listed (%s)',
    async (url) => {
      expect(await matches({ urls: [url] })).toMatchObject([{ total: 10_000, ids: range(100_001, 1) }]);
      expect(await matches({ urls: [url], countries: ['SE'] })).toMatchObject([
        { total: 10_000, ids: range(100_500, 500) },
      ]);
    },
  );

  test('is matched by a hundred of its subdomains in one request', async () => {
    const urls = Array.from({ length: 100 }, (_, at) => `s${at}.many.example`);
    const found = await matches({ urls, match: 'site', countries: ['SE'] });
    expect(new Set(found.map((each: object) => JSON.stringify({ ...each, host: null }))).size).toBe(1);
    expect(found[99]).toMatchObject({ rule: 'site', total: 10_000, ids: range(100_500, 500) });
  });
});
