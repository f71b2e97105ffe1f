import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { links } from '../client/walk.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';
import { DirectoryCopy } from './directory-copy.js';

const PATH = '/programs-changes';

let source: Directory;
let network: number;
const opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  source = await openDirectory();
  network = await addNetwork(source.database);
  await addProgram(source.database, network);
  await source.change('SELECT 1');
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
  await source.close();
});

const placeOf = async (directory: Directory) => links(await directory.get(`${PATH}?since=now`)).next!;

/** The tables, in an order in which rows find those that they refer to. */
const TABLES = [
  ...['versions', 'commits', 'cursor_secret', 'networks', 'programs'],
  ...['changes', 'change_versions', 'kept_lists'],
];

/** Copies what a dump has, rows and sequences, to another database. */
async function restoreInto(target: TestDatabase): Promise<void> {
  await target.sql(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
  for (const table of TABLES) {
    const columns = (
      await target.sql<{ name: string }>(
        `SELECT quote_ident(attname) AS name FROM pg_attribute
          WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      )
    ).map(({ name }) => name);
    const [{ rows }] = (await source.sql(
      `SELECT coalesce(jsonb_agg(row), '[]')::text AS rows FROM ${table} AS row`,
    )) as [{ rows: string }];
    await target.sql(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
    await target.sql(
      `INSERT INTO ${table} (${columns.join(', ')})
        SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [rows],
    );
    await target.sql(`ALTER TABLE ${table} ENABLE TRIGGER ALL`);
  }
  for (const sequence of ['change_numbers', 'networks_id_seq', 'programs_id_seq']) {
    const [{ last }] = (await source.sql(`SELECT last_value::text AS last FROM ${sequence}`)) as [
      { last: string },
    ];
    await target.sql(`SELECT setval('${sequence}', ${last})`);
  }
}

async function openRestored(): Promise<Directory> {
  const database = await createTestDatabase();
  opened.push({ close: () => database.drop() });
  await restoreInto(database);
  const directory = await openDirectory({}, database);
  opened.push(directory);
  return directory;
}

describe('A dump that is restored into another database', () => {
  test('keeps all places, and changes go on from them', async () => {
    const place = await placeOf(source);
    await addProgram(source.database, network, { name: 'Before the dump' });
    await source.change('DELETE FROM programs WHERE id = 1');
    const restored = await openRestored();
    await restored.change(`UPDATE programs SET countries = '{DE}'`);
    const copy = new DirectoryCopy((target) => restored.get(target), place);
    await copy.catchUp();
    expect(copy.list).toMatchObject([{ name: 'Before the dump', countries: ['DE'] }]);
  });

  test('answers 410 to places issued after it was made, also when its version has caught up', async () => {
    const [before, restored] = [await placeOf(source), await openRestored()];
    await source.change(`UPDATE programs SET name = 'After the dump'`);
    const after = await placeOf(source);
    const answers = async () => [(await restored.get(after)).status, (await restored.get(before)).status];
    expect(await answers()).toEqual([410, 200]);
    for (let commits = 0; commits < 3; commits++) {
      await restored.change(`UPDATE programs SET name = 'Another history ${commits}'`);
      expect(await answers()).toEqual([410, 200]);
    }
    expect((await restored.get(before)).json).toMatchObject([{ name: 'Another history 2' }]);
  });
});

test('A place is 410 within a second of a restore, though its response was cached', async () => {
  const backup = await createTestDatabase();
  opened.push({ close: () => backup.drop() });
  await restoreInto(backup);
  const before = await placeOf(source);
  await source.change(`UPDATE programs SET name = 'After the backup'`);
  const after = await placeOf(source);
  expect((await source.get(after)).text).toBe('[]');
  let rewinds = 0;
  source.app.get(DirectoryWatch).onRewind(() => rewinds++);
  // The state of the backup, and as many commits as before.
  await source.sql(
    `BEGIN; DELETE FROM commits WHERE version = (SELECT max(version) FROM commits);
     DELETE FROM change_versions WHERE version > (SELECT max(version) FROM commits);
     UPDATE versions SET number = commits.number, nonce = commits.nonce FROM
       (SELECT version AS number, nonce FROM commits ORDER BY version DESC LIMIT 1) AS commits
       WHERE subject = 'directory';
     COMMIT; UPDATE programs SET name = 'Restored'`,
  );
  await waitFor(async () => (await source.get(after)).status === 410, 1000);
  expect(rewinds).toBe(1);
  expect((await source.get(before)).json).toMatchObject([{ name: 'Restored' }]);
});

test('A replica that has not reached a place is passed over, and no change is skipped', async () => {
  const replica = await createTestDatabase();
  opened.push({ close: () => replica.drop() });
  await restoreInto(replica);
  await replica.sql(
    `ALTER TABLE programs DISABLE TRIGGER ALL; UPDATE programs SET name = 'Of the replica'; ALTER TABLE programs ENABLE TRIGGER ALL`,
  );
  const reading = await openDirectory(
    { DATABASE_REPLICA_URLS: replica.url, PAGE_CACHE_MB: '0' },
    source.database,
  );
  opened.push(reading);
  await waitFor(async () => (await reading.get(PATH)).text.includes('Of the replica'));
  // It changes no program, so that the replica still has the list as it is known to be.
  await source.change('UPDATE networks SET sub_id_length = 1');
  const place = await placeOf(source);
  expect((await reading.get(PATH)).text).toContain('Of the replica');
  expect([(await reading.get(place)).status, (await reading.get(place)).text]).toEqual([200, '[]']);
  await source.change(`UPDATE programs SET name = 'Of the primary'`);
  await waitFor(async () => (await reading.get(place)).text.includes('Of the primary'));
});
