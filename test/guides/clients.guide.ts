import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { Importing, row, rows } from '../importing/importing.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { codeBlocks, readPage } from './code-blocks.js';
import { InterveningProxy } from './intervening-proxy.js';

/** Two full pages and a part. */
const PROGRAMS = rows(120);

let importing: Importing;
let directory: Directory;
let proxy: InterveningProxy;
let folder: string;

beforeAll(async () => {
  importing = await Importing.open();
  directory = await openDirectory({}, importing.database);
  proxy = await InterveningProxy.before(directory.port);
});
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  for (const { file, code } of codeBlocks(readPage('docs/clients.md')))
    if (file?.endsWith('.py')) await writeFile(join(folder, file), code);
  proxy.from(() => Promise.resolve());
  await importing.empty();
  await change(PROGRAMS);
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await proxy.close();
  await directory.close();
  await importing.close();
});

/** Imports some programs, and waits until the server shows it. */
async function change(programs: typeof PROGRAMS): Promise<void> {
  await importing.programs(programs, { mode: 'partial', maxClosed: '100%' });
  await directory.change('SELECT');
}

/** Runs Python with the names of `directory.py`, and parses what it prints as JSON. */
async function run<Printed>(code: string, key = directory.key): Promise<Printed> {
  const program = `import json; from directory import match, sync, walk; print(json.dumps(${code}))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', program], {
    cwd: folder,
    env: { ...process.env, BASE_URL: proxy.url, KEY: key },
  });
  return JSON.parse(stdout) as Printed;
}

const walk = () => run<{ id: number; name: string }[]>('list(walk("/api/v1/programs"))');
const sync = () => run<Record<string, object>>('sync("copy.json")');
const active = () =>
  importing.database.sql<{ id: number; name: string }>(
    'SELECT id, name FROM programs WHERE status ORDER BY id',
  );

/** What a walk of the list shows, by id. */
async function listed(): Promise<Record<string, object>> {
  const programs = (await walk()).map((program): [string, object] => [String(program.id), program]);
  proxy.from(() => Promise.resolve());
  return Object.fromEntries(programs);
}

describe('walk in Python', () => {
  test('yields every active program once, as the API shows it', async () => {
    await change([row('p5', { status: false }), row('odd', { name: `a "},{"id":7 \\ b Ü` })]);
    const programs = await walk();
    expect(programs.map(({ id, name }) => ({ id, name }))).toEqual(await active());
    expect(programs.slice(0, 50)).toEqual((await directory.get('/api/v1/programs')).json);
  });

  test('waits after a 429 or 503 and then continues', async () => {
    const busy = (status: number) => Promise.resolve({ status, headers: { 'retry-after': '1' } });
    proxy.from((count) => (count === 2 ? busy(429) : count === 4 ? busy(503) : Promise.resolve()));
    expect((await walk()).map(({ id }) => id)).toEqual((await active()).map(({ id }) => id));
  });

  test('fails with an invalid key', async () => {
    await expect(run('list(walk("/api/v1/programs"))', 'apd_wrong')).rejects.toThrow('401');
  });
});

describe('sync in Python', () => {
  test('reads everything at first, and then nothing, with one request', async () => {
    expect(await sync()).toEqual(await listed());
    await sync();
    expect(proxy.statuses).toEqual([200]);
  });

  test('applies what was added, changed, reopened and closed', async () => {
    await change([row('p9', { status: false })]);
    await sync();
    await change([row('p3', { name: 'Other' }), row('p9'), row('new'), row('p4', { status: false })]);
    expect(await sync()).toEqual(await listed());
  });

  test('misses nothing that is imported while it runs', async () => {
    proxy.from(async (count) => {
      if (count === 1) await change([row('p1', { name: 'One' }), row('p119', { status: false }), row('new')]);
    });
    const copy = await sync();
    expect(copy).toEqual(await listed());
  });

  test('that was interrupted misses nothing when it runs again', async () => {
    proxy.from((count) => Promise.resolve(count < 2 ? undefined : { status: 400, headers: {} }));
    await expect(sync()).rejects.toThrow('400');
    proxy.from(() => Promise.resolve());
    expect(await sync()).toEqual(await listed());
  });

  test('reads everything again after 410, and removes what it does not see', async () => {
    await sync();
    await importing.empty();
    await change(rows(30));
    proxy.from(() => Promise.resolve());
    const copy = await sync();
    expect(proxy.statuses[0]).toBe(410);
    expect(copy).toEqual(await listed());
  });
});

describe('match in Python', () => {
  test('yields one result for each URL, a hundred in each request', async () => {
    await change(rows(140).map((each, at) => ({ ...each, primaryUrl: `shop-${at}.example` })));
    await writeFile(
      join(folder, 'urls.json'),
      JSON.stringify(Array.from({ length: 150 }, (_, at) => `https://SHOP-${at}.example:8443/a?b="c"&d=\\e`)),
    );
    const found = await run<{ total: number }[]>('list(match(json.load(open("urls.json")), match="site"))');
    expect(found.map(({ total }) => total)).toEqual(Array.from({ length: 150 }, (_, at) => +(at < 140)));
    expect(proxy.statuses).toEqual([200, 200]);
  });

  test('of no URLs sends no request', async () => {
    expect(await run('list(match([]))')).toEqual([]);
    expect(proxy.statuses).toEqual([]);
  });
});

test('example.py prints programs, the size of the copy and the matches of the sample directory', async () => {
  const sample = await openSampleDirectory();
  const { stdout } = await promisify(execFile)('python3', ['example.py'], {
    cwd: folder,
    env: { ...process.env, BASE_URL: sample.url, KEY: sample.key },
  });
  const lines = stdout.trim().split('\n');
  const books = (await sample.get('/api/v1/programs?search=books&country=DE&country=AT')).json as object[];
  const [count] = await sample.sql<{ count: string }>('SELECT count(*) FROM programs WHERE status');
  expect(lines.length).toBe(books.length + 3);
  expect(lines.slice(-3)).toEqual([
    count!.count,
    'tidewrack.example matched 3',
    'nowhere.example unmatched 0',
  ]);
  await sample.close();
});
