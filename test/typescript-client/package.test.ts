import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { minifySync } from '@swc/core';
import openapiTS, { astToString } from 'openapi-typescript';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { codeBlocks, readPage } from '../guides/code-blocks.js';
import { type Directory } from '../program/directory.js';
import { InstalledClient } from './installed-client.js';

const MAX_BYTES = 10_000;
/** The package manager and the compiler take seconds of the processor. */
const SLOW_MS = 240_000;

/** Each line below a `@ts-expect-error` does not compile. */
const USAGE = `
import { DirectoryClient, type Program } from 'affiliate-directory-client';
declare const directory: DirectoryClient;
for await (const { name, dateStarted } of directory.programs({ sort: '-name' })) name + dateStarted?.length;
(await directory.program(1))?.networkName;
export const copy = new Map<number, Program>();
// @ts-expect-error a field of the base form
directory.programs({ sort: 'networkId' });
// @ts-expect-error not a filter
directory.programs({ cursor: 'a' });
// @ts-expect-error not a filter of networks
directory.networks({ url: 'a.example' });
`;

const PAGES = ['clients/typescript/README.md', 'docs/clients.md'];
const PROGRAMS = PAGES.flatMap((page) =>
  codeBlocks(readPage(page))
    .filter(({ file }) => file?.endsWith('.ts'))
    .map(({ file, code }) => ({ page, name: `${page.split('/')[0]}-${file}`, code })),
);

let directory: Directory;
let client: InstalledClient;

beforeAll(async () => {
  directory = await openSampleDirectory();
  client = await InstalledClient.install();
  await client.write('usage.ts', USAGE);
  for (const { name, code } of PROGRAMS) await client.write(name, code);
}, SLOW_MS);
afterAll(() => Promise.all([directory.close(), client.remove()]));

describe('the package affiliate-directory-client', () => {
  test('has compiled modules, their types and the README, and no dependencies', () => {
    const others = client.files.filter((file) => !/^dist\/[a-z-]+\.(js|d\.ts)$/.test(file));
    expect(others.sort()).toEqual(['README.md', 'package.json']);
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
      client.read('package.json'),
    ) as Record<string, unknown>;
    expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined]);
  });

  test(`is less than ${MAX_BYTES} bytes, minified and gzipped`, () => {
    const modules = client.files.filter((file) => file.endsWith('.js'));
    const minified = modules.map((file) => minifySync(client.read(file), { module: true }).code);
    const bytes = gzipSync(minified.join('\n')).length;
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  test('has the types of the committed openapi.json (npm run openapi)', async () => {
    const types = astToString(await openapiTS(await readFile('openapi.json', 'utf8')));
    expect(await readFile('clients/typescript/src/openapi.ts', 'utf8')).toBe(types);
  });

  test(
    'compiles strictly, rejects wrong arguments, and so do the programs of its guides',
    () => client.compile(['usage.ts', ...PROGRAMS.map(({ name }) => name)], { lib: ['ES2022'] }),
    SLOW_MS,
  );

  test(
    'compiles strictly for browsers, without the types of Node.js',
    () => client.compile(['usage.ts'], { lib: ['ES2022', 'DOM'], types: [] }),
    SLOW_MS,
  );
});

const run = (name: string) => client.run(name, { BASE_URL: directory.url, KEY: directory.key });

async function active(): Promise<number> {
  const [row] = await directory.sql<{ count: number }>('SELECT count(*)::integer FROM programs WHERE status');
  return row!.count;
}

test('read.ts of the README of the client prints programs, networks and single objects', async () => {
  const printed = await run('clients-read.js');
  const programs = await directory.get('/api/v1/programs?search=books&country=DE&country=AT&sort=-updatedAt');
  const networks = (await directory.get('/api/v1/networks')).json as {
    name: string;
    countProgramsActive: number;
  }[];
  const lines = [
    ...(programs.json as { id: number; name: string }[]).map(({ id, name }) => `${id} ${name}`),
    ...networks.map(({ name, countProgramsActive }) => `${name} ${countProgramsActive}`),
  ];
  expect(printed.split('\n').slice(0, lines.length)).toEqual(lines);
  expect(printed).toContain('id: 46,');
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
