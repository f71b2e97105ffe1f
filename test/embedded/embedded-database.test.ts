import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/database/embedded/index.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { openElsewhere } from './other-process.js';

let home: string;
/** A folder whose database was made before. */
let folder: string;

beforeAll(async () => {
  home = await makeTemporaryFolder();
  folder = join(home, 'data');
  await (await open(folder)).close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('the first use', () => {
  test('makes the folder and the database in it, and says what takes time', async () => {
    const said: string[] = [];
    const database = await open(join(home, 'new', 'data'), said);
    expect(said).toEqual([
      expect.stringMatching(/^Making a database in /),
      expect.stringMatching(/^Starting /),
    ]);
    expect(await ask(database.url, 'SELECT current_database() AS name')).toEqual([{ name: 'directory' }]);
    await database.close();
    expect(await readdir(join(home, 'new', 'data'))).toEqual(['postgresql']);
  });

  test('keeps text as UTF-8 and time as UTC, whatever the machine does', async () => {
    const database = await open(folder);
    const [settings] = await ask(
      database.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
         (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    expect(settings).toEqual({ encoding: 'UTF8', zone: 'UTC', locale: 'C.UTF-8' });
    await database.close();
  });

  test('keeps the files and the password from other users', async () => {
    const mode = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8);
    expect(await mode()).toBe('700');
    expect(await mode('postgresql', 'data')).toBe('700');
    expect(await mode('postgresql', 'password')).toBe('600');
    const database = await open(folder);
    const wrong = new URL(database.url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await database.close();
  });

  test('works under any path', async () => {
    const odd = join(home, `it's a "päth" \\ with $HOME; and \`more\` 数据 %s`, 'long'.repeat(40));
    const database = await open(odd);
    expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('clears away what was left half-finished', async () => {
    const cut = join(home, 'cut');
    await mkdir(join(cut, 'unfinished-xyz', 'data'), { recursive: true });
    await writeFile(join(cut, 'starting'), '999999999 of a process that was killed');
    const database = await open(cut);
    await database.close();
    expect(await readdir(cut)).toEqual(['postgresql']);
  });
});

describe('a shared database', () => {
  test('is made and started once by several who open it at once', async () => {
    const shared = join(home, 'shared');
    const said: string[] = [];
    const elsewhere = openElsewhere(shared);
    const databases = await Promise.all([open(shared, said), open(shared, said), open(shared, said)]);
    const other = await elsewhere;
    expect(new Set([...databases, other].map(({ url }) => url)).size).toBe(1);
    expect(said.filter((line) => line.startsWith('Making')).length).toBeLessThanOrEqual(1);
    expect(said.filter((line) => line.startsWith('Starting')).length).toBeLessThanOrEqual(1);
    await other.end('SIGINT');
    await Promise.all(databases.map((database) => database.close()));
    expect(await isRunning(shared)).toBe(false);
  });

  test('goes on when the one who started it closes, and stops when the last one does', async () => {
    const first = await open(folder);
    const second = await openElsewhere(folder);
    expect(second.url).toBe(first.url);
    await first.close();
    // Ctrl-C ends the users, who can still ask; PostgreSQL is stopped by them.
    expect(await second.end('SIGINT')).toEqual({ said: ['still here'], code: 0 });
    expect(await isRunning(folder)).toBe(false);
  });

  test('has its port and its rows again the next time', async () => {
    const first = await open(folder);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.close();
    const second = await open(folder);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await ask(second.url, 'DROP TABLE kept');
    await second.close();
  });

  test('is opened by one while another closes it, over and over', async () => {
    const turns = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 4; turn++) {
        const database = await open(folder);
        expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await database.close();
      }
    });
    await Promise.all(turns);
    expect(await isRunning(folder)).toBe(false);
  });
});

describe('after a kill', () => {
  test('a PostgreSQL without a user is joined, and stopped by the last who joined', async () => {
    const killed = await openElsewhere(folder);
    await killed.end('SIGKILL');
    const orphan = await postmasterId(folder);
    const said: string[] = [];
    const database = await open(folder, said);
    expect(await postmasterId(folder)).toBe(orphan);
    expect(said).toEqual([]);
    await database.close();
    expect(await isRunning(folder)).toBe(false);
  });

  test('PostgreSQL starts though its process id belongs to another program by now', async () => {
    const pidFile = join(folder, 'postgresql', 'data', 'postmaster.pid');
    const lines = [process.pid, join(folder, 'postgresql', 'data'), 1, 5432, '', '127.0.0.1', '', 'ready'];
    await writeFile(pidFile, `${lines.join('\n')}\n`);
    const database = await open(folder);
    expect(await postmasterId(folder)).not.toBe(process.pid);
    await database.close();
  });

  test('PostgreSQL comes back at the same address', async () => {
    const database = await open(folder);
    const before = await postmasterId(folder);
    process.kill(before, 'SIGKILL');
    await until(async () => {
      const [row] = await ask(database.url, 'SELECT 1 AS one');
      return row?.one === 1;
    });
    expect(await postmasterId(folder)).not.toBe(before);
    await database.close();
    expect(await isRunning(folder)).toBe(false);
  });
});

describe('what cannot be used', () => {
  test('is named when it is a file', async () => {
    const file = join(home, 'file');
    await writeFile(file, 'precious');
    await expect(open(file)).rejects.toThrow(`The database can't have its files in ${file}: EEXIST`);
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  test('is named when nothing can be made there', async () => {
    const below = join(home, 'file', 'data');
    await expect(open(below)).rejects.toThrow(`The database can't have its files in ${below}: ENOTDIR`);
  });

  test('is left alone when another version of PostgreSQL made it', async () => {
    const version = join(folder, 'postgresql', 'data', 'PG_VERSION');
    const own = await readFile(version, 'utf8');
    await writeFile(version, '14\n');
    await expect(open(folder)).rejects.toThrow(/could not start in .*initialized by PostgreSQL version 14/s);
    expect(await readFile(version, 'utf8')).toBe('14\n');
    await writeFile(version, own);
    await (await open(folder)).close();
  });

  test('is reported with the last words of PostgreSQL', async () => {
    await expect(openEmbeddedDatabase(folder, () => undefined, { shared_buffers: 'plenty' })).rejects.toThrow(
      /could not start in .*invalid value for parameter "shared_buffers": "plenty"/s,
    );
  });
});

/** Quick, since nothing has to outlive a crash of the machine. */
function open(dataDir: string, said: string[] = []): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase(dataDir, (line) => said.push(line), { fsync: 'off' });
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterId(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgresql', 'data', 'postmaster.pid'), 'utf8'));
}

async function isRunning(dataDir: string): Promise<boolean> {
  return (await readdir(join(dataDir, 'postgresql', 'data'))).includes('postmaster.pid');
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition().catch(() => false))) await sleep(20);
}
