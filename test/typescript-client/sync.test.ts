import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectoryClient, type Program } from '../../clients/typescript/src/index.js';
import { InterveningProxy } from '../guides/intervening-proxy.js';
import { Importing, row, rows } from '../importing/importing.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { collect } from './collect.js';
import { error, page, ScriptedServer } from './scripted-server.js';

/** More than two pages of changes. */
const COUNT = 1200;

let importing: Importing;
let directory: Directory;
let proxy: InterveningProxy;
let client: DirectoryClient;

beforeAll(async () => {
  importing = await Importing.open();
  directory = await openDirectory({}, importing.database);
  proxy = await InterveningProxy.before(directory.port);
  client = new DirectoryClient({ baseUrl: proxy.url, apiKey: directory.key, retries: 0 });
});
beforeEach(async () => {
  proxy.from(() => Promise.resolve());
  await importing.empty();
  await change(rows(COUNT));
});
afterAll(async () => {
  await proxy.close();
  await directory.close();
  await importing.close();
});

/** Imports some programs, and waits until the server shows it. */
async function change(programs: ReturnType<typeof rows>): Promise<void> {
  await importing.programs(programs, { mode: 'partial', maxClosed: '100%' });
  await directory.change('SELECT');
}

/** The copy in the order of the ids, and what a walk of the list shows. */
async function both(map: Map<number, Program>): Promise<[Program[], Program[]]> {
  const copy = [...map.values()].sort((one, other) => one.id - other.id);
  return [copy, await collect(client.programs())];
}

async function expectEqual(map: Map<number, Program>): Promise<void> {
  const [copy, listed] = await both(map);
  expect(copy).toEqual(listed);
}

describe('DirectoryClient.sync()', () => {
  test('fills an empty map, and then changes nothing, with one request', async () => {
    const map = new Map<number, Program>();
    const first = await client.sync(map);
    expect(first).toMatchObject({ changed: COUNT, removed: 0 });
    await expectEqual(map);
    proxy.from(() => Promise.resolve());
    const second = await client.sync(map, first.place);
    expect(second).toMatchObject({ changed: 0, removed: 0 });
    expect(proxy.statuses).toEqual([200]);
  });

  test('leaves the map of an empty directory empty, and goes on from there', async () => {
    await importing.empty();
    const map = new Map<number, Program>();
    const { place, ...counts } = await client.sync(map);
    expect([map.size, counts]).toEqual([0, { changed: 0, removed: 0 }]);
    await change(rows(3));
    expect(await client.sync(map, place)).toMatchObject({ changed: 3, removed: 0 });
  });

  test('applies what was added, changed, closed, reopened and deleted', async () => {
    await change([row('p9', { status: false })]);
    const map = new Map<number, Program>();
    const { place } = await client.sync(map);
    await change([row('p3', { name: 'Other' }), row('p4', { status: false }), row('p9'), row('new')]);
    await directory.change(`DELETE FROM programs WHERE network_program_id = 'p5'`);
    expect(await client.sync(map, place)).toMatchObject({ changed: 3, removed: 2 });
    await expectEqual(map);
  });

  test('applies the new name of a network', async () => {
    const map = new Map<number, Program>();
    const { place } = await client.sync(map);
    await directory.change(`UPDATE networks SET name = 'Beta'`);
    expect(await client.sync(map, place)).toMatchObject({ changed: COUNT, removed: 0 });
    await expectEqual(map);
  });

  test('misses nothing that is imported while it reads', async () => {
    proxy.from(async (count) => {
      if (count === 2)
        await change([row('p1', { name: 'One' }), row(`p${COUNT}`, { status: false }), row('new')]);
    });
    const map = new Map<number, Program>();
    await client.sync(map);
    await expectEqual(map);
  });

  test('continues from the old place after an error in the middle', async () => {
    const map = new Map<number, Program>();
    const { place } = await client.sync(map);
    await change(rows(COUNT).map((each) => ({ ...each, countries: ['DE'] })));
    proxy.from((count) => Promise.resolve(count < 2 ? undefined : { status: 500, headers: {} }));
    await expect(client.sync(map, place)).rejects.toMatchObject({ status: 500 });
    proxy.from(() => Promise.resolve());
    await client.sync(map, place);
    await expectEqual(map);
  });

  test('can run twice at the same time on one map', async () => {
    const map = new Map<number, Program>();
    const { place } = await client.sync(map);
    await change([row('p1', { name: 'One' }), row('p2', { status: false })]);
    await Promise.all([client.sync(map, place), client.sync(map, place), client.sync(map)]);
    await expectEqual(map);
  });

  test('starts over after TRUNCATE (410), and removes what it does not see', async () => {
    const map = new Map<number, Program>();
    const { place } = await client.sync(map);
    await importing.empty();
    await change(rows(700).map((each) => ({ ...each, name: 'New' })));
    proxy.from(() => Promise.resolve());
    expect(await client.sync(map, place)).toMatchObject({ changed: 700, removed: COUNT - 700 });
    expect(proxy.statuses[0]).toBe(410);
    await expectEqual(map);
  });

  test('starts over at a place that is no place of this installation (400)', async () => {
    const map = new Map<number, Program>([[7_000_000, {} as Program]]);
    expect(await client.sync(map, 'damaged')).toMatchObject({ changed: COUNT, removed: 1 });
    await expectEqual(map);
  });

  test('without a place removes what it does not see', async () => {
    const map = new Map<number, Program>([[7_000_000, {} as Program]]);
    expect(await client.sync(map)).toMatchObject({ changed: COUNT, removed: 1 });
    await expectEqual(map);
  });
});

describe('DirectoryClient.programChanges()', () => {
  test('yields pages whose last is empty, and a place on each', async () => {
    const pages = await collect(client.programChanges());
    expect(pages.map(({ programs }) => programs.length)).toEqual([500, 500, 200, 0]);
    const again = await collect(client.programChanges(pages[1]!.place));
    expect(again.map(({ programs }) => programs)).toEqual(pages.slice(2).map(({ programs }) => programs));
  });
});

describe('DirectoryClient.sync() on a server that misbehaves', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await ScriptedServer.open();
  });
  afterAll(() => server.close());
  const scripted = () => new DirectoryClient({ baseUrl: server.url, apiKey: 'apd_test', retries: 0 });
  const gone = error(410, 'Read everything again');
  const invalid = {
    status: 400,
    body: { error: true, message: 'cursor …', details: [{ field: 'cursor', message: 'cursor …' }] },
  };
  const next = (cursor: string) => `/api/v1/programs-changes?cursor=${cursor}`;

  test('rejects when a place is invalid a second time', async () => {
    server.respond(invalid, page([{ id: 1, status: true }], next('a')), invalid);
    await expect(scripted().sync(new Map(), 'z')).rejects.toMatchObject({ status: 400 });
    expect(server.targets).toEqual([next('z'), '/api/v1/programs-changes', next('a')]);
  });

  test('rejects an error 400 that is not about its place', async () => {
    server.respond({ status: 400, body: { error: true, message: 'No', details: [] } });
    await expect(scripted().sync(new Map(), 'z')).rejects.toMatchObject({ status: 400 });
    expect(server.requests.length).toBe(1);
  });

  test('does not start over for ever', async () => {
    server.respond(gone);
    await expect(scripted().sync(new Map(), 'z')).rejects.toMatchObject({ status: 410 });
    expect(server.requests.length).toBeLessThan(20);
  });

  test('removes nothing before it has read everything', async () => {
    const map = new Map([[9, { id: 9 } as Program]]);
    server.respond(page([{ id: 1, status: true }], next('a')), error(500, 'Internal error'));
    await expect(scripted().sync(map)).rejects.toMatchObject({ status: 500 });
    expect([...map.keys()]).toEqual([9, 1]);
  });

  test('rejects a page that does not say where to go on', async () => {
    server.respond(page([]));
    await expect(scripted().sync(new Map())).rejects.toMatchObject({ name: 'DirectoryError' });
  });
});
