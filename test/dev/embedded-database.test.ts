import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/dev/embedded/embedded-database.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { openElsewhere } from './other-process.js';

let home: string;
/** A folder with an existing database. */
let folder: string;

beforeAll(async () => {
  home = await makeTemporaryFolder();
  folder = join(home, 'data');
  await (await open(folder)).close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('the first opening of an embedded database', () => {
  test('creates the folder and the database in it, and logs the slow steps', async () => {
    const lines: string[] = [];
    const database = await open(join(home, 'new', 'data'), lines);
    expect(lines).toEqual([
      expect.stringMatching(/^Creating a database in /),
      expect.stringMatching(/^Starting /),
    ]);
    expect(await ask(database.url, 'SELECT current_database() AS name')).toEqual([{ name: 'directory' }]);
    await database.close();
    expect(await readdir(join(home, 'new', 'data'))).toEqual(['postgresql']);
  });

  test('uses UTF-8 and UTC whatever the locale and the time zone of the machine', async () => {
    const database = await open(folder);
    const [settings] = await ask(
      database.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
         (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    expect(settings).toEqual({ encoding: 'UTF8', zone: 'UTC', locale: 'C.UTF-8' });
    await database.close();
  });

  test('keeps other users from reading the files and the password', async () => {
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

  test('removes the files of an interrupted creation', async () => {
    const cut = join(home, 'cut');
    await mkdir(join(cut, 'unfinished-xyz', 'data'), { recursive: true });
    await writeFile(join(cut, 'starting'), '999999999 of a process that was killed');
    const database = await open(cut);
    await database.close();
    expect(await readdir(cut)).toEqual(['postgresql']);
  });
});

describe('an embedded database that several processes share', () => {
  test('is created and started once when several open it concurrently', async () => {
    const shared = join(home, 'shared');
    const lines: string[] = [];
    const elsewhere = openElsewhere(shared);
    const databases = await Promise.all([open(shared, lines), open(shared, lines), open(shared, lines)]);
    const other = await elsewhere;
    expect(new Set([...databases, other].map(({ url }) => url)).size).toBe(1);
    expect(lines.filter((line) => line.startsWith('Creating')).length).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => line.startsWith('Starting')).length).toBeLessThanOrEqual(1);
    await other.end('SIGINT');
    await Promise.all(databases.map((database) => database.close()));
    expect(await isRunning(shared)).toBe(false);
  });

  test('keeps running when the process that started it closes, and stops with the last one', async () => {
    const first = await open(folder);
    const second = await openElsewhere(folder);
    expect(second.url).toBe(first.url);
    await first.close();
    // Ctrl-C ends the users, who can still ask; PostgreSQL is stopped by them.
    expect(await second.end('SIGINT')).toEqual({ said: ['still here'], code: 0 });
    expect(await isRunning(folder)).toBe(false);
  });

  test('has its port and its rows again after a restart', async () => {
    const first = await open(folder);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.close();
    const second = await open(folder);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await ask(second.url, 'DROP TABLE kept');
    await second.close();
  });

  test('can be opened by one while another closes it, repeatedly', async () => {
    const turns = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 4; round++) {
        const database = await open(folder);
        expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await database.close();
      }
    });
    await Promise.all(turns);
    expect(await isRunning(folder)).toBe(false);
  });
});

describe('an embedded database after a kill', () => {
  test('joins an orphaned PostgreSQL, and stops it with the last user', async () => {
    const killed = await openElsewhere(folder);
    await killed.end('SIGKILL');
    const orphan = await postmasterId(folder);
    const lines: string[] = [];
    const database = await open(folder, lines);
    expect(await postmasterId(folder)).toBe(orphan);
    expect(lines).toEqual([]);
    await database.close();
    expect(await isRunning(folder)).toBe(false);
  });

  test('starts although another program has the process id of the killed PostgreSQL', async () => {
    const pidFile = join(folder, 'postgresql', 'data', 'postmaster.pid');
    const lines = [process.pid, join(folder, 'postgresql', 'data'), 1, 5432, '', '127.0.0.1', '', 'ready'];
    await writeFile(pidFile, `${lines.join('\n')}\n`);
    const database = await open(folder);
    expect(await postmasterId(folder)).not.toBe(process.pid);
    await database.close();
  });

  test('is restarted at the same address', async () => {
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

describe('an embedded database that cannot be used', () => {
  test('names the path when it is a file', async () => {
    const file = join(home, 'file');
    await writeFile(file, 'precious');
    await expect(open(file)).rejects.toThrow(`The database can't have its files in ${file}: EEXIST`);
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  test('names the path when nothing can be created there', async () => {
    const below = join(home, 'file', 'data');
    await expect(open(below)).rejects.toThrow(`The database can't have its files in ${below}: ENOTDIR`);
  });

  test('leaves a cluster of another PostgreSQL version unchanged', async () => {
    const version = join(folder, 'postgresql', 'data', 'PG_VERSION');
    const own = await readFile(version, 'utf8');
    await writeFile(version, '14\n');
    await expect(open(folder)).rejects.toThrow(/could not start in .*initialized by PostgreSQL version 14/s);
    expect(await readFile(version, 'utf8')).toBe('14\n');
    await writeFile(version, own);
    await (await open(folder)).close();
  });

  test('reports the last lines of the log of PostgreSQL', async () => {
    await expect(openEmbeddedDatabase(folder, () => undefined, { shared_buffers: 'plenty' })).rejects.toThrow(
      /could not start in .*invalid value for parameter "shared_buffers": "plenty"/s,
    );
  });
});

/** Without fsync: nothing has to survive a crash of the machine. */
function open(dataDir: string, lines: string[] = []): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase(dataDir, (line) => lines.push(line), { fsync: 'off' });
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
