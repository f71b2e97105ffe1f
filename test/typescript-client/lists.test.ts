import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectoryClient } from '../../clients/typescript/src/index.js';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { type Directory } from '../program/directory.js';
import { collect } from './collect.js';

let directory: Directory;
let client: DirectoryClient;
/** The paths and queries of the requests that were sent. */
let targets: string[];

beforeAll(async () => {
  directory = await openSampleDirectory();
  client = new DirectoryClient({
    baseUrl: directory.url,
    apiKey: directory.key,
    fetch: (url, init) => {
      targets.push((url as string).slice(directory.url.length));
      return fetch(url, init);
    },
  });
});
beforeEach(() => {
  targets = [];
});
afterAll(() => directory.close());

const ids = (query: string) => directory.sql<{ id: number }>(query).then((rows) => rows.map(({ id }) => id));

describe('DirectoryClient.programs()', () => {
  test('yields every active program once, in the v1 form, in the order of their ids', async () => {
    const programs = await collect(client.programs());
    const active = await ids('SELECT id FROM programs WHERE status ORDER BY id');
    expect(active.length).toBeGreaterThan(100);
    expect(programs.map(({ id }) => id)).toEqual(active);
    expect(programs.slice(0, 50)).toEqual((await directory.get('/api/v1/programs')).json);
    expect(targets.length).toBe(Math.ceil(active.length / 50));
  });

  test('yields them in the order of sort', async () => {
    const programs = await collect(client.programs({ sort: '-updatedAt' }));
    expect(programs.map(({ id }) => id)).toEqual(
      await ids('SELECT id FROM programs WHERE status ORDER BY updated_at DESC, id DESC'),
    );
  });

  test('yields the programs of a url', async () => {
    const programs = await collect(client.programs({ url: 'https://tidewrack.example/a?b=c&d#e' }));
    expect(programs.map(({ name, networkName }) => [name, networkName])).toEqual([
      ['Tidewrack Surf France', 'Passerelle & Cie'],
      ['Tidewrack Surf', 'Tallowgate'],
      ['Tidewrack Surf España', 'Red Azahar'],
    ]);
  });

  test('yields the programs that match all filters, each parameter repeated for each value', async () => {
    const filters = { search: 'SURF', country: ['gb', 'FR'], networkName: 'Tallowgate' } as const;
    const programs = await collect(client.programs(filters));
    expect(targets).toEqual(['/api/v1/programs?search=SURF&country=gb&country=FR&networkName=Tallowgate']);
    expect(programs.map(({ name }) => name)).toEqual(['Tidewrack Surf']);
  });

  test('rejects an empty array, which is no filter', async () => {
    await expect(client.programs({ country: [] }).next()).rejects.toMatchObject({
      details: [{ field: 'country', message: expect.any(String) }],
    });
  });

  test('yields nothing where nothing matches', async () => {
    expect(await collect(client.programs({ url: 'nowhere.example' }))).toEqual([]);
    expect(targets).toEqual(['/api/v1/programs?url=nowhere.example']);
  });

  test('ignores undefined parameters', async () => {
    await client.programs({ url: undefined, sort: undefined }).next();
    expect(targets).toEqual(['/api/v1/programs']);
  });

  test('requests nothing before it is read, and no page after the loop is left', async () => {
    const programs = client.programs();
    expect(targets).toEqual([]);
    for await (const { id } of programs) if (id > 0) break;
    expect(targets).toEqual(['/api/v1/programs']);
    expect(await programs.next()).toEqual({ done: true, value: undefined });
  });

  test('can be read several times at once', async () => {
    const walks = await Promise.all(Array.from({ length: 5 }, () => collect(client.programs())));
    for (const walk of walks) expect(walk).toEqual(walks[0]);
  });

  test('throws the directory’s error with its details and request id', async () => {
    const reading = client.programs({ sort: 'networkId' as 'id' }).next();
    await expect(reading).rejects.toMatchObject({
      name: 'DirectoryError',
      status: 400,
      details: [{ field: 'sort', message: expect.stringContaining('must be') }],
      requestId: expect.stringMatching(/./),
    });
  });

  test('throws 401 for an unknown key, after one request', async () => {
    const stranger = new DirectoryClient({ baseUrl: directory.url, apiKey: 'apd_wrong' });
    await expect(stranger.programs().next()).rejects.toMatchObject({ status: 401, message: 'Wrong API key' });
  });
});

describe('DirectoryClient.program() and network()', () => {
  test('return an object, also one that is closed or not live', async () => {
    await directory.change('UPDATE programs SET status = false WHERE id = 46');
    expect(await client.program(46)).toEqual((await directory.get('/api/v1/programs/46')).json);
    expect(await client.program(46)).toMatchObject({ id: 46, status: false });
    await directory.change('UPDATE programs SET status = true WHERE id = 46');
    expect(await client.network(1)).toMatchObject({ id: 1, address: expect.any(String) });
  });

  test.each([0, -1, 1.5, 999_999_999, 1e30, Number.NaN])('return undefined for the id %d', async (id) => {
    expect(await client.program(id)).toBeUndefined();
    expect(await client.network(id)).toBeUndefined();
  });
});

describe('DirectoryClient.match()', () => {
  const matched = (urls: string[]) => client.match(urls, { match: 'site', countries: ['FR'] });

  test('returns one result for each URL, in their order, from requests of a hundred', async () => {
    const urls = Array.from({ length: 250 }, (_, at) =>
      at % 3 === 0 ? `n${at}.example` : 'a.tidewrack.example',
    );
    const results = await matched(urls);
    expect(results.map(({ url }) => url)).toEqual(urls);
    expect(results.map(({ total }) => total)).toEqual(urls.map((_, at) => (at % 3 === 0 ? 0 : 3)));
    expect(targets.length).toBe(3);
  });

  test('of no URLs sends no request', async () => {
    expect(await matched([])).toEqual([]);
    expect(targets).toEqual([]);
  });

  test('rejects what the directory rejects', async () => {
    await expect(matched(['a.example', 'x'.repeat(2049)])).rejects.toMatchObject({ status: 400 });
  });
});

describe('DirectoryClient.networks()', () => {
  test('yields every live network in the v1 form', async () => {
    expect(await collect(client.networks())).toEqual((await directory.get('/api/v1/networks')).json);
    expect((await collect(client.networks({ sort: '-id' }))).map(({ id }) => id)).toEqual(
      await ids('SELECT id FROM networks WHERE live ORDER BY id DESC'),
    );
  });
});
