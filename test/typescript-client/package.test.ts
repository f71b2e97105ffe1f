import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { minifySync } from '@swc/core';
import openapiTS, { astToString } from 'openapi-typescript';
import { InstalledClient } from './installed-client.js';

const MAX_BYTES = 10_000;

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

let client: InstalledClient;

beforeAll(async () => {
  client = await InstalledClient.install();
});
afterAll(() => client.remove());

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

  test.each([{ lib: ['ES2022', 'DOM'], types: [] }, { lib: ['ES2022'] }])(
    'compiles strictly, and rejects wrong arguments, with %j',
    async (options) => {
      await client.write('usage.ts', USAGE);
      await client.compile(['usage.ts'], options);
    },
  );
});
