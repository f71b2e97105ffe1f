import { execFile } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type Directory } from '../program/directory.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { openSampleDirectory } from './sample-directory.js';

/** A client that uses both forms and a batch, with generated types. */
const WALK = `
import createClient from 'openapi-fetch';
import type { components, paths } from './directory.js';

const [, , baseUrl, key] = process.argv;
const directory = createClient<paths>({ baseUrl: baseUrl!, headers: { 'x-api-key': key! } });

const programs: components['schemas']['ProgramV1'][] = [];
for (let page = 1; ; page++) {
  const { data, error } = await directory.GET('/api/v1/programs', { params: { query: { page, sort: '-updatedAt' } } });
  if (error) throw new Error(error.message);
  if (data.length === 0) break;
  programs.push(...data);
}
const networks = await directory.GET('/networks');
const nameOf = new Map(networks.data?.map(({ id, name }) => [id, name]));
const matched = await directory.POST('/programs-batch', { body: { urls: ['tidewrack.example'] } });
const refused = await directory.GET('/programs', { params: { query: { page: 0 } } });
const newest: string | null | undefined = programs[0]?.dateStarted;

console.log(JSON.stringify({
  programs: programs.length,
  countries: programs.flatMap(({ countries }) => countries).includes('CH'),
  newest: newest !== undefined,
  matched: matched.data?.map(({ name, networkId }) => \`\${name} (\${nameOf.get(networkId)})\`),
  refused: refused.error && 'details' in refused.error ? refused.error.details[0]?.field : refused.response.status,
}));
`;

let directory: Directory;
let folder: string;

beforeAll(async () => {
  directory = await openSampleDirectory();
  folder = await makeTemporaryFolder();
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await directory.close();
});

test('a TypeScript client generated from openapi.json compiles and reads the directory', async () => {
  const document = (await directory.get('/openapi.json')).text;
  await writeFile(join(folder, 'directory.ts'), astToString(await openapiTS(document)));
  await writeFile(join(folder, 'walk.ts'), WALK);
  expect(compilerMessages(join(folder, 'walk.ts'))).toEqual([]);

  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, 'walk.js'),
    directory.url,
    directory.key,
  ]);
  const [active] = await directory.sql<{ count: number }>(
    'SELECT count(*)::integer AS count FROM programs WHERE status',
  );
  expect(JSON.parse(stdout)).toEqual({
    programs: active!.count,
    countries: true,
    newest: true,
    matched: [
      'Tidewrack Surf France (Passerelle & Cie)',
      'Tidewrack Surf (Tallowgate)',
      'Tidewrack Surf España (Red Azahar)',
    ],
    refused: 'page',
  });
});

test('a TypeScript client generated from openapi.json does not compile with an invalid sort', async () => {
  const wrong = WALK.replace(`sort: '-updatedAt'`, `sort: 'networkId'`);
  await writeFile(join(folder, 'wrong.ts'), wrong);
  expect(compilerMessages(join(folder, 'wrong.ts')).join('\n')).toMatch(/'"networkId"' is not assignable/);
});

/** Compiles strictly, next to the source, and returns the messages of the compiler. */
function compilerMessages(file: string): string[] {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    typeRoots: [join(folder, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}
