import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { directory, directoryProcess, interruptedProcess, unreadProcess } from './command-line.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

it('import fills the directory from files, and status shows the result', async () => {
  const row = '{"name":"A","url":"a.example"}';
  const networks = await directoryProcess(
    database.roleUrl('operate'),
    ['import', 'networks', '-', '--json'],
    row,
  );
  expect(JSON.parse(networks.stdout)).toMatchObject({ network: null, read: 1, created: 1 });

  const file = join(folder, 'programs.csv');
  const rejects = join(folder, 'rejects.txt');
  await writeFile(file, 'networkProgramId;name;primaryUrl\n1;One;one.example\n2;Two;no host\n');
  const programs = await directory(database.roleUrl('operate'), [
    'import',
    'programs',
    file,
    '--network',
    'A',
    '--rejects',
    rejects,
    '--json',
  ]);
  expect(programs.code).toBe(0);
  expect(JSON.parse(programs.stdout)).toEqual({
    network: 'A',
    read: 2,
    created: 1,
    updated: 0,
    unchanged: 0,
    reopened: 0,
    closed: 0,
    rejected: 1,
    seconds: expect.any(Number),
  });
  expect(programs.stderr).toContain(`${file}:3: primaryUrl: `);
  expect(await readFile(rejects, 'utf8')).toMatch(/:3: primaryUrl: .*\n$/);

  const status = await directory(database.roleUrl('operate'), ['status', '--json']);
  expect(JSON.parse(status.stdout)).toEqual({
    networks: 1,
    networksLive: 1,
    programs: 1,
    programsActive: 1,
    directoryVersion: 3,
    imports: [
      expect.objectContaining({
        subject: 'programs',
        network: 'A',
        file,
        mode: 'full',
        outcome: 'done',
        created: 1,
        rejected: 1,
      }),
      expect.objectContaining({ subject: 'networks', network: null, outcome: 'done', created: 1 }),
    ],
    keys: { 'pro-api': 0, enterprise: 0 },
  });
});

it('import reports a missing file, an unknown network and an unknown ending, and changes nothing', async () => {
  const before = await database.sql('SELECT * FROM programs');
  const missing = await directory(database.roleUrl('operate'), [
    'import',
    'programs',
    'missing.csv',
    '--network',
    'A',
    '--json',
  ]);
  expect(missing).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('missing.csv') });
  const unknown = await directory(database.roleUrl('operate'), [
    'import',
    'programs',
    '-',
    '--network',
    'B',
    '--json',
  ]);
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('B') });
  const ending = await directory(database.roleUrl('operate'), [
    'import',
    'programs',
    'programs.txt',
    '--network',
    'A',
    '--json',
  ]);
  expect(ending).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('--format') });
  expect(await database.sql('SELECT * FROM programs')).toEqual(before);
});

it('import ends on Ctrl-C although its input never ends', async () => {
  const isImporting = async () => {
    const found = await database.sql(`SELECT FROM imports WHERE outcome = 'running'`);
    return found.length > 0;
  };
  const args = ['import', 'programs', '-', '--network', 'A'];
  const { code, stderr } = await interruptedProcess(database.roleUrl('operate'), args, isImporting);
  expect([code, stderr]).toEqual([1, expect.stringContaining('The import was interrupted')]);
});

it('import completes although its output is a closed pipe', async () => {
  const file = join(folder, 'unread.csv');
  const bad = Array.from({ length: 5 }, (_, index) => `bad${index};Bad;no host\n`).join('');
  await writeFile(file, `networkProgramId;name;primaryUrl\n${bad}unread;Unread;unread.example\n`);
  const args = ['import', 'programs', file, '--network', 'A', '--mode', 'partial'];
  expect(await unreadProcess(database.roleUrl('operate'), args)).toBe(0);
  expect(await unreadProcess(database.roleUrl('operate'), [...args, '--max-rejected', '0'])).toBe(1);
  expect(await database.sql(`SELECT name FROM programs WHERE network_program_id LIKE '%d%'`)).toEqual([
    { name: 'Unread' },
  ]);
});

it('import completes although the file of --rejects cannot be written, and reports that', async () => {
  const file = join(folder, 'no-place.csv');
  await writeFile(file, 'networkProgramId;name;primaryUrl\n1;One;one.example\n2;Two;no host\n');
  const args = ['import', 'programs', file, '--network', 'A', '--mode', 'partial', '--rejects', '/dev/full'];
  const { code, stdout, stderr } = await directory(database.roleUrl('operate'), args);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1 rejected') });
  expect(stderr).toContain('The rejected rows cannot be written: ENOSPC');
});

it('import --check prints no control characters of the file', async () => {
  const file = join(folder, 'hostile.csv');
  const text = 'networkProgramId;name;primaryUrl;\u001b[2J;\u009b2J\n2;Two;two.example;\u00ff;\n';
  await writeFile(
    file,
    Buffer.concat([Buffer.from(text), Buffer.from([0x33, 0x3b, 0x3b, 0x3b, 0xff, 0x3b])]),
  );
  const { stdout, stderr } = await directory('', ['import', 'programs', file, '--check']);
  expect(stdout).toContain('2 rows read, 1 rejected');
  expect(stderr).toMatch(/:3:  ?\[2J: is not valid UTF-8/);
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

it('import prints no control characters of the name of the file', async () => {
  const file = join(folder, 'a\u001b[2J\nb.csv');
  await writeFile(file, 'networkProgramId;name;primaryUrl\n2;Two;no host\n');
  const args = ['import', 'programs', file, '--network', 'A', '--mode', 'partial'];
  const { stderr } = await directory(database.roleUrl('operate'), args);
  expect(stderr).toMatch(/a \[2J b\.csv:2: primaryUrl: .*\n$/);
  const { stdout } = await directory(database.roleUrl('operate'), ['status']);
  expect(stdout).toContain('a [2J b.csv done');
});

describe('wrong usage of directory import', () => {
  const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';
  const text = 'networkProgramId;name;primaryUrl\n';

  it('an invalid limit exits with 2 before the database is asked', async () => {
    for (const option of ['--max-rejected', '--max-closed']) {
      const args = ['import', 'programs', 'a.csv', '--network', 'A', option, '101%'];
      expect(await directory(NOWHERE, args)).toEqual({
        code: 2,
        stdout: '',
        stderr: `${option} takes a number or a percentage such as 50 or 5%, not 101%\n`,
      });
    }
  });

  it('--rejects that names an input file exits with 2 and leaves the file unchanged', async () => {
    const file = join(folder, 'kept.csv');
    const other = join(folder, 'other-name.csv');
    await writeFile(file, text);
    await link(file, other);
    for (const rejects of [file, other]) {
      const args = ['import', 'programs', file, '--network', 'A', '--rejects', rejects];
      expect(await directory(NOWHERE, args)).toMatchObject({ code: 2, stdout: '' });
      expect(await readFile(file, 'utf8')).toBe(text);
    }
  });

  it('leaves the file of --rejects unchanged', async () => {
    const rejects = join(folder, 'earlier-rejects.txt');
    await writeFile(rejects, 'earlier');
    const args = ['import', 'programs', 'feed.unknown', '--network', 'A', '--rejects', rejects];
    expect(await directory(NOWHERE, args)).toMatchObject({ code: 2, stdout: '' });
    expect(await readFile(rejects, 'utf8')).toBe('earlier');
  });
});

it('migrate creates the tables, and other commands ask for it before', async () => {
  await database.sql('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  expect(await directory(database.url, ['status', '--json'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('directory migrate'),
  });
  const first = await directory(database.url, ['migrate', '--json']);
  expect((JSON.parse(first.stdout) as { applied: string[] }).applied.length).toBeGreaterThan(0);
  const second = await directory(database.url, ['migrate', '--json']);
  expect(JSON.parse(second.stdout)).toEqual({ applied: [] });
});

it('status says when the database is unreachable', async () => {
  const outcome = await directory('postgres://nobody@127.0.0.1:1/none', ['status']);
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('The database is unreachable: connect ECONNREFUSED'),
  });
});

it('feeds lists the feeds, and import --check reads their example without a database', async () => {
  const feeds = await directory('postgres://nobody@127.0.0.1:1/none', ['feeds', '--json']);
  const { feeds: known } = JSON.parse(feeds.stdout) as { feeds: { name: string }[] };
  expect(known.map(({ name }) => name)).toContain('awin');

  const guide = await directory('', ['feeds', 'show', 'awin', '--json']);
  const { examples } = JSON.parse(guide.stdout) as { examples: { name: string; text: string }[] };
  const file = join(folder, examples[0]!.name);
  await writeFile(file, examples[0]!.text);
  const check = await directory('', ['import', 'programs', file, '--feed', 'awin', '--check', '--json']);
  expect(JSON.parse(check.stdout)).toMatchObject({
    read: 1,
    rejected: 0,
    programs: [{ program: { networkProgramId: '90001', primaryUrl: 'shop.example', registerUrl: null } }],
  });

  expect(await directory('', ['feeds', 'show', 'unknown'])).toMatchObject({ code: 2, stdout: '' });
});

it('import --check names unknown fields although the row is rejected', async () => {
  const file = join(folder, 'unknown.csv');
  await writeFile(
    file,
    Buffer.from('networkProgramId;name;primaryUrl;colour\n1;Caf\u00e9;one.example;red\n', 'latin1'),
  );
  const { stderr } = await directory('', ['import', 'programs', file, '--check']);
  expect(stderr).toContain(':2: name: is not valid UTF-8');
  expect(stderr).toContain('Unknown fields are ignored: "colour"');
});
