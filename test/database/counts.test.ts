import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.sql(`
    TRUNCATE networks, programs, program_domains;
    INSERT INTO networks (id, name, url) VALUES (1, 'One', 'one.example'), (2, 'Two', 'two.example'), (3, 'None', 'n.example');
    INSERT INTO programs (id, name, network_id, network_program_id, primary_url, status)
      SELECT n, 'P' || n, 1 + n % 2, 'P' || n, 'p.example', n % 5 > 0 FROM generate_series(1, 20) AS n;
    ALTER TABLE programs ALTER id RESTART 1000;
  `);
});

/** The counts of the networks by id; fails when one is not the number of the network's active programs. */
async function counts(): Promise<Record<number, number>> {
  const rows = await database.sql<{ id: number; kept: number; true: number }>(
    `SELECT id, count_programs_active AS kept,
       (SELECT count(*)::int FROM programs WHERE network_id = networks.id AND status) AS true
     FROM networks ORDER BY id`,
  );
  for (const { id, kept, true: counted } of rows) expect({ id, count: kept }).toEqual({ id, count: counted });
  return Object.fromEntries(rows.map(({ id, kept }) => [id, kept]));
}

describe('the count of active programs is right after', () => {
  test('INSERT of several networks', async () => {
    expect(await counts()).toEqual({ 1: 8, 2: 8, 3: 0 });
  });

  test.each([
    ['UPDATE of the status', 'UPDATE programs SET status = NOT status', { 1: 2, 2: 2, 3: 0 }],
    ['UPDATE of something else', `UPDATE programs SET name = name || 'x'`, { 1: 8, 2: 8, 3: 0 }],
    ['a move to another network', 'UPDATE programs SET network_id = 3 WHERE id <= 10', { 1: 4, 2: 4, 3: 8 }],
    [
      'a move and a change of status in one statement',
      'UPDATE programs SET network_id = 3, status = NOT status',
      { 1: 0, 2: 0, 3: 4 },
    ],
    ['DELETE', 'DELETE FROM programs WHERE id > 10', { 1: 4, 2: 4, 3: 0 }],
    ['DELETE of nothing', 'DELETE FROM programs WHERE id > 1000', { 1: 8, 2: 8, 3: 0 }],
    ['TRUNCATE', 'TRUNCATE programs CASCADE', { 1: 0, 2: 0, 3: 0 }],
    ['TRUNCATE of networks and programs', 'TRUNCATE networks CASCADE', {}],
    ['a network that is renamed', `UPDATE networks SET name = 'Uno' WHERE id = 1`, { 1: 8, 2: 8, 3: 0 }],
    ['a network that gets another id', 'UPDATE networks SET id = 9 WHERE id = 1', { 2: 8, 3: 0, 9: 8 }],
    [
      'a network that gets another id and name',
      `UPDATE networks SET id = 9, name = 'Neuf' WHERE id = 1`,
      { 2: 8, 3: 0, 9: 8 },
    ],
    ['networks that all get other ids', 'UPDATE networks SET id = id + 100', { 101: 8, 102: 8, 103: 0 }],
    ['a network without programs that is deleted', 'DELETE FROM networks WHERE id = 3', { 1: 8, 2: 8 }],
    [
      'INSERT that updates what is there',
      `INSERT INTO programs (name, network_id, network_program_id, primary_url, status)
         SELECT 'P', 2, 'P' || n, 'p.example', n % 2 = 0 FROM generate_series(1, 40) AS n
         ON CONFLICT (network_id, network_program_id) DO UPDATE SET status = EXCLUDED.status`,
      { 1: 8, 2: 20, 3: 0 },
    ],
    [
      'MERGE',
      `MERGE INTO programs USING (SELECT n FROM generate_series(11, 30) AS n) AS feed ON id = n
         WHEN MATCHED AND id % 2 = 0 THEN DELETE
         WHEN MATCHED THEN UPDATE SET status = false
         WHEN NOT MATCHED THEN INSERT (name, network_id, network_program_id, primary_url)
           VALUES ('M', 3, 'M' || n, 'm.example')`,
      { 1: 4, 2: 4, 3: 10 },
    ],
    [
      'a statement in several parts',
      `WITH gone AS (DELETE FROM programs WHERE network_id = 1 RETURNING id),
         closed AS (UPDATE programs SET status = false WHERE network_id = 2 RETURNING id)
         INSERT INTO programs (name, network_id, network_program_id, primary_url)
         SELECT 'W', 3, 'W' || id, 'w.example' FROM gone`,
      { 1: 0, 2: 0, 3: 10 },
    ],
  ])('%s', async (_, sql, expected) => {
    await database.sql(sql);
    expect(await counts()).toEqual(expected);
  });

  test('a transaction that is rolled back, in part or whole', async () => {
    await database.sql(`BEGIN; DELETE FROM programs WHERE network_id = 1; SAVEPOINT one;
      UPDATE programs SET status = false; ROLLBACK TO one; COMMIT`);
    expect(await counts()).toEqual({ 1: 0, 2: 8, 3: 0 });
    await database.sql('BEGIN; TRUNCATE programs CASCADE; ROLLBACK');
    expect(await counts()).toEqual({ 1: 0, 2: 8, 3: 0 });
  });

  test('COPY', async () => {
    const client = new Client(database.url);
    await client.connect();
    const stream = client.query(
      from('COPY programs (name, network_id, network_program_id, primary_url) FROM STDIN'),
    );
    await new Promise((resolve, reject) => {
      stream.on('finish', resolve).on('error', reject);
      stream.end('A\t3\tA\ta.example\nB\t3\tB\tb.example\n');
    });
    await client.end();
    expect((await counts())[3]).toBe(2);
  });

  test('many concurrent writers of the same networks', async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; round < 15; round++) {
        const id = 1 + ((writer * 7 + round * 3) % 20);
        await database.sql('UPDATE programs SET status = NOT status, network_id = $2 WHERE id = $1', [
          id,
          1 + (round % 3),
        ]);
      }
    });
    const outcomes = await Promise.allSettled(writers);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    await counts();
  });

  test('a reader never sees a wrong one while writers commit', async () => {
    let done = false;
    const writing = (async () => {
      for (let round = 0; round < 40; round++) {
        await database.sql('UPDATE programs SET status = NOT status WHERE id % $1 = 0', [2 + (round % 5)]);
      }
    })().finally(() => (done = true));
    while (!done) await counts();
    await writing;
  });
});

describe('The database rejects', () => {
  test.each([
    [
      'a count that is wrong',
      'UPDATE networks SET count_programs_active = 9 WHERE id = 1',
      /kept by the database/,
    ],
    [
      'a count that is negative',
      'UPDATE networks SET count_programs_active = -1 WHERE id = 1',
      /kept by the database|not_negative/,
    ],
    [
      'a network that begins with a count',
      `INSERT INTO networks (name, url, count_programs_active) VALUES ('X', 'x.example', 5)`,
      /kept by the database/,
    ],
    [
      'a network that is deleted with its programs',
      'DELETE FROM networks WHERE id = 1',
      /programs_network_fkey/,
    ],
  ])('%s', async (_, sql, reason) => {
    await expect(database.sql(sql)).rejects.toThrow(reason);
    expect(await counts()).toEqual({ 1: 8, 2: 8, 3: 0 });
  });

  test('no statement that writes the same count', async () => {
    await database.sql('UPDATE networks SET count_programs_active = 8, sub_id_length = 1 WHERE id = 1');
    expect((await counts())[1]).toBe(8);
  });
});
