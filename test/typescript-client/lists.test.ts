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

describe('DirectoryClient.networks()', () => {
  test('yields every live network in the v1 form', async () => {
    expect(await collect(client.networks())).toEqual((await directory.get('/api/v1/networks')).json);
    expect((await collect(client.networks({ sort: '-id' }))).map(({ id }) => id)).toEqual(
      await ids('SELECT id FROM networks WHERE live ORDER BY id DESC'),
    );
  });
});
