import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { follow, idsOf, links } from '../client/walk.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory({ PUBLIC_URL: 'https://directory.example' });
  const { database } = directory;
  await addNetwork(database, { id: 1, name: 'Nördlich + Söhne', address_country: 'DE' });
  await addNetwork(database, { id: 2, name: 'nördlich', address_country: 'GB' });
  await addNetwork(database, { id: 3, name: 'Süd' });
  await addNetwork(database, { id: 4, name: 'Gone', address_country: 'DE', live: false });
  const programs: [id: number, network: number, networkProgramId: string, countries: string][] = [
    [11, 1, 'A 1', '{DE,AT}'],
    [12, 1, 'a 1', '{GB}'],
    [13, 2, 'A 1', '{}'],
    [14, 2, '100%', '{AT,FR}'],
    [15, 3, 'x', '{EU}'],
  ];
  for (const [id, network, networkProgramId, countries] of programs)
    await addProgram(database, network, {
      id,
      network_program_id: networkProgramId,
      countries,
      primary_url: `shop-${id % 2}.example`,
    });
  await addProgram(database, 1, { id: 16, countries: '{DE}', status: false });
});
afterAll(() => directory.close());

const encoded = (query: string) =>
  query.replace(/=([^&]*)/g, (_, value: string) => `=${encodeURIComponent(value)}`);
const query = (target: string) => target.replace(/\?.*/, (found) => encoded(found));

test.each<[string, number[]]>([
  ['/programs?country=DE', [11]],
  ['/programs?country=at', [11, 14]],
  ['/programs?country=uk', [12]],
  ['/programs?country=GB&country=fr', [12, 14]],
  ['/programs?country=EU', [15]],
  ['/programs?country=XX', []],
  ['/programs?country=unknown', [13]],
  ['/programs?country=Unknown&country=DE', [11, 13]],
  ['/programs?networkId=1', [11, 12]],
  ['/programs?networkId=1&networkId=3&networkId=1', [11, 12, 15]],
  ['/programs?networkId=4', []],
  ['/programs?networkId=2147483647', []],
  ['/programs?networkProgramId=A 1', [11, 13]],
  ['/programs?networkProgramId= A \t1 ', [11, 13]],
  ['/programs?networkProgramId=100%', [14]],
  ['/programs?networkProgramId=x&networkProgramId=a 1', [12, 15]],
  ['/programs?networkProgramId=nosuch', []],
  ['/programs?networkProgramId=A 1&networkId=1', [11]],
  ['/programs?url=shop-1.example&country=DE&country=unknown&sort=-id', [13, 11]],
  ['/api/v1/programs?networkName=Nördlich + Söhne', [11, 12]],
  ['/api/v1/programs?networkName=No\u0308rdlich  +  So\u0308hne', [11, 12]],
  ['/api/v1/programs?networkName=nördlich&networkName=Süd', [13, 14, 15]],
  ['/api/v1/programs?networkName=Nördlich', []],
  ['/api/v1/networks?addressCountry=DE', [1]],
  ['/api/v1/networks?addressCountry=uk&addressCountry=unknown', [2, 3]],
  ['/api/v1/networks?addressCountry=unknown', [3]],
  ['/api/v1/networks?addressCountry=FR', []],
])('GET %s returns %j', async (target, ids) => {
  const { status, json } = await directory.get(query(target));
  expect([status, (json as { id: number }[]).map(({ id }) => id)]).toEqual([200, ids]);
});

test('The batch has the filters of programs, apart from url', async () => {
  const urls = ['shop-1.example'];
  expect(idsOf(await directory.post('/programs-batch?country=AT&country=EU', { urls }))).toEqual([11, 15]);
  expect(idsOf(await directory.post('/programs-batch?networkId=2', { urls: [] }))).toEqual([13, 14]);
  expect(idsOf(await directory.post('/api/v1/programs-batch?networkName=S%C3%BCd', { urls }))).toEqual([15]);
});

const MAX_TEXT = (max: number) => `must be at most ${max} characters`;
const COUNTRY = 'must be a country code of two letters, or unknown';
const INTEGER = 'must be an integer from 1 to 2147483647';
test.each<[string, string, string]>([
  ['/programs', 'country=', `country ${COUNTRY}`],
  ['/programs', 'country=DE&country=DEU', `country ${COUNTRY}`],
  ['/programs', 'networkId=0', `networkId ${INTEGER}`],
  ['/programs', 'networkId=1&networkId=', `networkId ${INTEGER}`],
  ['/programs', 'networkProgramId=', 'networkProgramId must not be empty'],
  ['/programs', 'networkProgramId=%20%C2%85', 'networkProgramId must not be empty'],
  ['/programs', 'networkProgramId=a%00', 'networkProgramId must not contain control characters'],
  ['/programs', `networkProgramId=${'a'.repeat(256)}`, `networkProgramId ${MAX_TEXT(255)}`],
  ['/api/v1/programs', 'networkName=', 'networkName must not be empty'],
  ['/api/v1/programs', `networkName=${'a'.repeat(501)}`, `networkName ${MAX_TEXT(500)}`],
  ['/api/v1/networks', 'addressCountry=D', `addressCountry ${COUNTRY}`],
  ['/programs', 'country=DE'.concat('&country=DE'.repeat(100)), 'country may appear at most 100 times'],
])('GET %s?%s is answered 400: %s', async (path, asked, message) => {
  const field = asked.split('=')[0];
  for (const reply of [
    await directory.get(`${path}?${asked}`),
    ...(path.endsWith('/programs') ? [await directory.post(`${path}-batch?${asked}`, { urls: [] })] : []),
  ])
    expect([reply.status, reply.json]).toEqual([
      400,
      { error: true, message, details: [{ field, message }] },
    ]);
});

test.each([
  ['/programs', 'networkName', 'search, url, country, networkId, networkProgramId, sort, page, cursor'],
  [
    '/api/v1/programs',
    'networkId',
    'search, url, country, networkName, networkProgramId, sort, page, cursor',
  ],
  ['/networks', 'addressCountry', 'search, sort, page, cursor'],
])('GET %s does not know %s of the other form', async (path, name, known) => {
  const { status, json } = await directory.get(`${path}?${name}=1`);
  const message = `${name} is not a known query parameter; known are ${known}`;
  expect([status, json]).toEqual([400, { error: true, message, details: [{ field: name, message }] }]);
});

describe('Links of a filtered list', () => {
  beforeAll(() =>
    directory.change(`INSERT INTO programs (id, name, network_id, network_program_id, primary_url, countries)
      SELECT 100 + n, 'Many', 3, 'many ' || n, 'many.example', CASE WHEN n % 2 = 0 THEN '{NL}' ELSE '{BE,NL}' END::text[]
      FROM generate_series(1, 120) AS n`),
  );
  const get = (link: string) => directory.get(link.replace('https://directory.example', ''));

  test('keep the filters, as they are compared', async () => {
    const { first, next } = links(await get('/programs?sort=-name&country=nl&country=uk&country=NL'));
    expect(first).toBe('https://directory.example/programs?country=GB&country=NL&sort=-name');
    expect(next).toMatch(/\/programs\?country=GB&country=NL&sort=-name&cursor=[\w-]+$/);
  });

  test('return every program that matches, once, forwards and backwards', async () => {
    const forwards = await follow(get, '/programs?country=NL&networkId=3&sort=-networkProgramId', 'next');
    expect(forwards.map((reply) => idsOf(reply).length)).toEqual([50, 50, 20]);
    expect(new Set(forwards.flatMap(idsOf)).size).toBe(120);
    const backwards = await follow(get, links(forwards[2]!).prev!, 'prev');
    expect(backwards.map(idsOf)).toEqual(forwards.slice(0, 2).map(idsOf).reverse());
  });

  test('are absent where the filters leave no room for the only ones', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `networkProgramId=${'x'.repeat(80)}${n}`);
    const { status, headers } = await get(`/programs?${ids.join('&')}`);
    expect([status, headers['x-total-count']]).toEqual([200, '0']);
    expect(headers).not.toHaveProperty('link');
  });

  test('have cursors for the same filters only, in whatever order and spelling', async () => {
    const { next } = links(await get('/programs?country=NL&country=BE'));
    const cursor = new URL(next!).searchParams.get('cursor');
    for (const same of ['country=NL&country=BE', 'country=be&country=nl&country=BE'])
      expect((await get(`/programs?${same}&cursor=${cursor}`)).status).toBe(200);
    const message = 'cursor must be a value from a Link header';
    for (const other of [
      '',
      'country=NL',
      'country=NL&country=BE&country=DE',
      'country=NL&country=BE&networkId=3',
    ]) {
      const { status, json } = await get(`/programs?${other}&cursor=${cursor}`);
      expect([status, json]).toEqual([
        400,
        { error: true, message, details: [{ field: 'cursor', message }] },
      ]);
    }
  });
});
