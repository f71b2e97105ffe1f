import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { codeBlocks, readPage } from '../guides/code-blocks.js';
import { type Directory } from '../program/directory.js';
import { InstalledClient } from './installed-client.js';

const PAGES = ['clients/typescript/README.md', 'docs/clients.md'];
const PROGRAMS = PAGES.flatMap((page) =>
  codeBlocks(readPage(page))
    .filter(({ file }) => file?.endsWith('.ts'))
    .map(({ file, code }) => ({ page, name: `${page.split('/')[0]}-${file}`, code })),
);

let directory: Directory;
let client: InstalledClient;

beforeAll(async () => {
  [directory, client] = await Promise.all([openSampleDirectory(), InstalledClient.install()]);
  for (const { name, code } of PROGRAMS) await client.write(name, code);
  await client.compile(PROGRAMS.map(({ name }) => name));
});
afterAll(() => Promise.all([directory.close(), client.remove()]));

const run = (name: string) => client.run(name, { BASE_URL: directory.url, KEY: directory.key });

async function active(): Promise<number> {
  const [row] = await directory.sql<{ count: number }>('SELECT count(*)::integer FROM programs WHERE status');
  return row!.count;
}

test('read.ts of the README of the client prints programs and networks', async () => {
  const printed = await run('clients-read.js');
  const programs = await directory.get('/api/v1/programs?url=tidewrack.example&sort=-updatedAt');
  const networks = (await directory.get('/api/v1/networks')).json as {
    name: string;
    countProgramsActive: number;
  }[];
  const lines = [
    ...(programs.json as { id: number; name: string }[]).map(({ id, name }) => `${id} ${name}`),
    ...networks.map(({ name, countProgramsActive }) => `${name} ${countProgramsActive}`),
  ];
  expect(printed).toBe(`${lines.join('\n')}\n`);
});

test('match.ts of the README of the client prints one line for each URL', async () => {
  expect((await run('clients-match.js')).split('\n')).toEqual([
    expect.stringMatching(/^https:\/\/www\.tidewrack\.example\/boards matched www .*Tidewrack Surf/),
    'nowhere.example unmatched null ',
    '',
  ]);
});

test('sync.ts of the README of the client keeps its copy in a file', async () => {
  const count = await active();
  expect(await run('clients-sync.js')).toBe(`${count} changed, 0 removed, ${count} programs\n`);
  await directory.change(`UPDATE programs SET status = false WHERE id = 46`);
  expect(await run('clients-sync.js')).toBe(`0 changed, 1 removed, ${count - 1} programs\n`);
});

test('sync.ts of docs/clients.md prints what two syncs read', async () => {
  const count = await active();
  expect(await run('docs-sync.js')).toBe(`${count} ${count} 0\n`);
});
