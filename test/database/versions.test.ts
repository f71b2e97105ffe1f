import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { addKey } from './api-key-rows.js';
import { waitFor } from '../program/wait-for.js';
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

type Subject = 'directory' | 'api_keys';
const numbers = async (): Promise<Record<Subject, number>> => {
  const rows = await database.sql<{ subject: Subject; number: string }>(
    'SELECT subject, number FROM versions',
  );
  return Object.fromEntries(rows.map(({ subject, number }) => [subject, Number(number)])) as Record<
    Subject,
    number
  >;
};

async function moves(sql: string): Promise<Record<Subject, number>> {
  const before = await numbers();
  await database.sql(sql);
  const after = await numbers();
  return { directory: after.directory - before.directory, api_keys: after.api_keys - before.api_keys };
}

const insert = `INSERT INTO programs (name, network_id, network_program_id, primary_url)
  SELECT 'V', min(id), gen_random_uuid(), 'v.example' FROM networks`;

describe('a version moves once with each transaction that changes its subject', () => {
  test.each([
    ['INSERT', insert, 1, 0],
    ['UPDATE', `UPDATE programs SET name = 'W'`, 1, 0],
    ['DELETE', `DELETE FROM programs WHERE name = 'W'`, 1, 0],
    ['TRUNCATE', 'TRUNCATE programs', 1, 0],
    ['a change of networks', 'UPDATE networks SET live = NOT live', 1, 0],
    [
      'many statements',
      `BEGIN; ${insert}; ${insert}; UPDATE networks SET sub_id_length = 1; DELETE FROM programs; COMMIT`,
      1,
      0,
    ],
    ['one that is rolled back', `BEGIN; ${insert}; ROLLBACK`, 0, 0],
    ['one of which a part is rolled back', `BEGIN; SAVEPOINT a; ${insert}; ROLLBACK TO a; COMMIT`, 0, 0],
    ['one of which a part stays', `BEGIN; SAVEPOINT a; ${insert}; ROLLBACK TO a; ${insert}; COMMIT`, 1, 0],
    ['a read', 'SELECT * FROM programs', 0, 0],
    [
      'a new key',
      `INSERT INTO api_keys (digest, prefix, holder, plan) VALUES (sha256('x'), 'p', 'H', 'enterprise')`,
      0,
      1,
    ],
    ['a revocation', 'UPDATE api_keys SET revoked_at = now()', 0, 1],
    ['a key that is deleted', `DELETE FROM api_keys WHERE digest = sha256('x')`, 0, 1],
    ['a key that is used', 'UPDATE api_keys SET last_used_at = now()', 0, 0],
    ['both', `BEGIN; ${insert}; UPDATE api_keys SET plan = plan; COMMIT`, 1, 1],
  ])('%s', async (_, sql, directory, keys) => {
    expect(await moves(sql)).toEqual({ directory, api_keys: keys });
  });

  test('also with constraints that are checked at once', async () => {
    const { directory } = await moves(`BEGIN; SET CONSTRAINTS ALL IMMEDIATE; ${insert}; ${insert}; COMMIT`);
    expect(directory).toBeGreaterThanOrEqual(1);
    expect((await moves(insert)).directory).toBe(1);
  });

  test('nothing is left pending', async () => {
    expect(await database.sql('SELECT * FROM pending_versions')).toEqual([]);
  });
});

test('each of many writers at once moves it by one, and none waits for the end of another', async () => {
  const before = await numbers();
  const client = new Client(database.url);
  await client.connect();
  await client.query(`BEGIN; UPDATE programs SET name = 'Held open'`);
  await Promise.all(
    Array.from({ length: 20 }, () => database.sql(`UPDATE networks SET sub_id_length = 7 WHERE false`)),
  );
  await client.query('COMMIT');
  await client.end();
  expect((await numbers()).directory).toBe(before.directory + 21);
});

test('it is announced with its number when it is committed, and not before', async () => {
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
  const { directory } = await numbers();
  await waitFor(() => Promise.resolve(heard.length > 0), 1000).finally(() =>
    Promise.all([listener.end(), writer.end()]),
  );
  expect(heard).toEqual([`directory ${directory}`]);
});

test('a database that was put back to an earlier state is noticed, and what was held is forgotten', async () => {
  const server = await openDirectory();
  try {
    const network = await addNetwork(server.database, { name: 'Before' });
    await server.change('SELECT 1');
    const first = await server.get('/networks');
    await server.change(`UPDATE networks SET name = 'After' WHERE id = $1`, [network]);
    expect((await server.get('/networks')).text).toContain('After');
    // What a restore does: the old row, and the old number, which the next change then takes a second time.
    await server.sql(`
      ALTER TABLE networks DISABLE TRIGGER ALL;
      UPDATE networks SET name = 'Before';
      ALTER TABLE networks ENABLE TRIGGER ALL;
      UPDATE versions SET number = ${first.headers['directory-version'] as string} WHERE subject = 'directory'`);
    await waitFor(async () => (await server.get('/networks')).text === first.text, 1000);
    await server.change(`UPDATE networks SET sub_id_length = 7`);
    expect((await server.get('/networks')).text).toContain('Before');
  } finally {
    await server.close();
  }
});
