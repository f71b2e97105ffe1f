import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { addKey } from './api-key-rows.js';
import { waitFor } from '../program/wait-for.js';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from './rows.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await addProgram(database, await addNetwork(database));
  await addKey(database);
});
afterAll(() => database.drop());

interface Versions {
  directory: number;
  networks: number;
  programs: number;
  domains: number;
  apiKeys: number;
}

async function versions(): Promise<Versions> {
  const rows = await database.sql<{ subject: string; number: string; lists: Record<string, number> }>(
    'SELECT * FROM versions',
  );
  const [directory, keys] = ['directory', 'api_keys'].map((name) =>
    rows.find((row) => row.subject === name)!,
  );
  const { networks = 0, programs = 0, program_domains: domains = 0 } = directory!.lists;
  return { directory: Number(directory!.number), networks, programs, domains, apiKeys: Number(keys!.number) };
}

/** The versions that a statement moves; for the directory and the keys, by how much. */
async function moves(sql: string): Promise<Record<string, number | boolean>> {
  const before = await versions();
  await database.sql(sql);
  const after = await versions();
  const moved = (list: 'networks' | 'programs' | 'domains') => {
    const has = after[list] !== before[list];
    // A list has a number that the directory got with this change.
    if (has) expect(after[list]).toBeGreaterThan(before.directory);
    expect(after[list]).toBeLessThanOrEqual(after.directory);
    return has;
  };
  return {
    directory: after.directory - before.directory,
    networks: moved('networks'),
    programs: moved('programs'),
    domains: moved('domains'),
    apiKeys: after.apiKeys - before.apiKeys,
  };
}

const insert = `INSERT INTO programs (name, network_id, network_program_id, primary_url)
  SELECT 'V', min(id), gen_random_uuid(), 'v.example' FROM networks`;
const insertDomain = `INSERT INTO program_domains SELECT id, 'further.example' FROM programs WHERE name = 'V'`;
const insertKey = `INSERT INTO api_keys (digest, prefix, holder, plan) VALUES (sha256('x'), 'p', 'H', 'enterprise')`;
const none = { directory: 0, networks: false, programs: false, domains: false, apiKeys: 0 };
const both = { ...none, directory: 1, networks: true, programs: true };
const domainsOnly = { ...none, directory: 1, domains: true };

describe('A transaction moves Directory-Version once, and the versions of the lists that it changes:', () => {
  test.each<[string, string, Record<string, number | boolean>]>([
    ['an active program that is added changes the count of its network too', insert, both],
    ['a renamed program changes programs', `UPDATE programs SET name = 'W'`, { ...both, networks: false }],
    [
      'a program that is closed changes the count of its network too',
      'UPDATE programs SET status = false',
      both,
    ],
    [
      'a closed program that is deleted changes programs',
      'DELETE FROM programs',
      { ...both, networks: false },
    ],
    [
      'TRUNCATE changes programs and domains',
      'TRUNCATE programs CASCADE',
      { ...both, networks: false, domains: true },
    ],
    [
      'the sync time of a network changes networks',
      'UPDATE networks SET last_sync = now()',
      { ...both, programs: false },
    ],
    [
      'a network that is no longer live changes networks',
      'UPDATE networks SET live = NOT live',
      { ...both, programs: false },
    ],
    ['(a program)', insert, both],
    ['a domain that is added changes domains only', insertDomain, domainsOnly],
    [
      'a domain that is edited changes domains only',
      `UPDATE program_domains SET domain = '*.further.example'`,
      domainsOnly,
    ],
    ['a domain that is deleted changes domains only', 'DELETE FROM program_domains', domainsOnly],
    ['(a domain)', insertDomain, domainsOnly],
    [
      'a program with a new id changes its domains too',
      `UPDATE programs SET id = id + 1000 WHERE name = 'V'`,
      { ...both, networks: false, domains: true },
    ],
    [
      'a deleted program changes its domains too',
      `DELETE FROM programs WHERE name = 'V'`,
      { ...both, domains: true },
    ],
    ['TRUNCATE of domains changes domains only', 'TRUNCATE program_domains', domainsOnly],
    ['(another program)', insert, both],
    ['a renamed network changes its programs too', `UPDATE networks SET name = 'Renamed'`, both],
    ['a network with a new id changes its programs too', `UPDATE networks SET id = id + 1000`, both],
    [
      'many statements count once',
      `BEGIN; ${insert}; ${insert}; UPDATE networks SET sub_id_length = 1; DELETE FROM programs; COMMIT`,
      both,
    ],
    [
      'statements that touch no row change nothing',
      `UPDATE programs SET name = 'W' WHERE false; UPDATE networks SET name = 'W' WHERE false; DELETE FROM programs WHERE false; INSERT INTO networks (name, url) SELECT 'W', 'w.example' WHERE false`,
      none,
    ],
    ['a transaction that is rolled back changes nothing', `BEGIN; ${insert}; ROLLBACK`, none],
    [
      'a part that is rolled back changes nothing',
      `BEGIN; SAVEPOINT a; ${insert}; ROLLBACK TO a; COMMIT`,
      none,
    ],
    [
      'a part that is not rolled back counts',
      `BEGIN; SAVEPOINT a; ${insert}; ROLLBACK TO a; UPDATE networks SET url = 'b.example'; COMMIT`,
      { ...both, programs: false },
    ],
    ['a read changes nothing', 'SELECT * FROM programs', none],
    ['a new key changes the keys', insertKey, { ...none, apiKeys: 1 }],
    ['a revoked key changes the keys', 'UPDATE api_keys SET revoked_at = now()', { ...none, apiKeys: 1 }],
    [
      'a deleted key changes the keys',
      `DELETE FROM api_keys WHERE digest = sha256('x')`,
      { ...none, apiKeys: 1 },
    ],
    ['a key that is used changes nothing', 'UPDATE api_keys SET last_used_at = now()', none],
    [
      'a program and a key',
      `BEGIN; ${insert}; UPDATE api_keys SET plan = plan; COMMIT`,
      { ...both, apiKeys: 1 },
    ],
  ])('%s', async (_, sql, expected) => {
    expect(await moves(sql)).toEqual(expected);
  });

  test('constraints that are checked immediately', async () => {
    const { directory } = await moves(`BEGIN; SET CONSTRAINTS ALL IMMEDIATE; ${insert}; ${insert}; COMMIT`);
    expect(directory).toBeGreaterThanOrEqual(1);
    expect((await moves(insert)).directory).toBe(1);
  });

  test('no pending row is left', async () => {
    expect(await database.sql('SELECT * FROM pending_versions')).toEqual([]);
  });
});

test('Directory-Version moves by one for each of many concurrent writers, none of which waits for another to end', async () => {
  const before = await versions();
  const client = new Client(database.url);
  await client.connect();
  await client.query(`BEGIN; UPDATE programs SET name = 'Held open'`);
  await Promise.all(Array.from({ length: 20 }, () => database.sql(`UPDATE networks SET sub_id_length = 7`)));
  await client.query('COMMIT');
  await client.end();
  expect((await versions()).directory).toBe(before.directory + 21);
});

test('a notification with all list versions is sent when a change is committed, and not before', async () => {
  const [listener, writer] = [new Client(database.url), new Client(database.url)];
  await Promise.all([listener.connect(), writer.connect()]);
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload!));
  await listener.query('LISTEN versions');
  await writer.query('BEGIN');
  await writer.query(insert);
  await listener.query('SELECT 1');
  expect(heard).toEqual([]);
  await writer.query('COMMIT');
  const { directory, networks, programs, domains } = await versions();
  const [{ nonce }] = (await database.sql(`SELECT nonce FROM commits WHERE version = $1`, [directory])) as [
    { nonce: string },
  ];
  await waitFor(() => Promise.resolve(heard.length > 0), 1000).finally(() =>
    Promise.all([listener.end(), writer.end()]),
  );
  expect(heard).toEqual([
    `directory ${directory} ${nonce} ${JSON.stringify({ networks, programs, program_domains: domains })}`.replace(
      /[:,]/g,
      '$& ',
    ),
  ]);
});

/** What a restore does: the old row, and the old versions, which the next changes then take a second time. */
const restore = (version: number) => `
  ALTER TABLE networks DISABLE TRIGGER ALL;
  UPDATE networks SET name = 'Before';
  ALTER TABLE networks ENABLE TRIGGER ALL;
  DELETE FROM commits WHERE version > ${version};
  DELETE FROM change_versions WHERE version > ${version};
  UPDATE versions SET number = ${version}, nonce = commits.nonce, lists = '{"networks": ${version}}'
    FROM commits WHERE subject = 'directory' AND version = ${version}`;

describe('a database that was restored to an earlier state is noticed, and cached pages are dropped', () => {
  test.each([
    ['by its lower version', ''],
    ['by the nonce of its version, which is the same again', '; UPDATE networks SET sub_id_length = 7'],
    [
      'by the nonces of its history, when it has a higher version',
      '; UPDATE networks SET sub_id_length = 7; UPDATE networks SET sub_id_length = 8',
    ],
  ])('%s', async (_, changes) => {
    const server = await openDirectory();
    try {
      const network = await addNetwork(server.database, { name: 'Before' });
      await server.change('SELECT 1');
      const version = Number((await server.get('/networks')).headers['directory-version']);
      await server.change(`UPDATE networks SET name = 'After' WHERE id = $1`, [network]);
      expect((await server.get('/networks')).text).toContain('After');
      let rewinds = 0;
      server.app.get(DirectoryWatch).onRewind(() => rewinds++);
      await server.sql(restore(version) + changes);
      await waitFor(() => Promise.resolve(rewinds > 0), 1000);
      await server.change(`UPDATE networks SET url = 'other.example'`);
      expect((await server.get('/networks')).text).toContain('Before');
      expect(rewinds).toBe(1);
    } finally {
      await server.close();
    }
  });
});
