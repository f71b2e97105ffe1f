import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importNetworks } from '../../src/importing/import-networks.js';
import { canonicalNetworks } from '../../src/importing/canonical-source.js';
import { loadSample } from '../../src/dev/sample/load-sample.js';
import { sampleNetworks } from '../../src/dev/sample/sample-files.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

const forEver = new AbortController().signal;

/** What is said while the sample is loaded: nothing when it isn't. */
async function load(database: TestDatabase, signal = forEver): Promise<string[]> {
  const said: string[] = [];
  await loadSample(database.url, (line) => said.push(line), signal);
  return said;
}

const sizes = (database: TestDatabase) =>
  database.sql(`
    SELECT (SELECT count(*)::integer FROM networks) AS networks, count(*)::integer AS programs FROM programs`);

describe('the sample directory', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await load(database);
  });

  afterAll(() => database.drop());

  test('is the same each time, ids and times included', async () => {
    const [first] = await database.sql('SELECT * FROM programs ORDER BY id LIMIT 1');
    expect(first).toMatchObject({
      id: 1,
      name: 'Fernhollow Books',
      created_at: new Date('2011-08-03T13:15:30.000Z'),
      updated_at: new Date('2014-02-22T00:29:36.000Z'),
      network_id: 1,
      network_program_id: '1227',
      primary_url: 'fernhollow-books.example',
    });
  });

  test('shows what a directory has: several pages, a network that is not live, one that was never synced', async () => {
    expect(await database.sql('SELECT * FROM programs WHERE status')).toHaveLength(204);
    expect(await database.sql('SELECT name FROM networks WHERE NOT live')).toEqual([
      { name: 'Copper Pier Media' },
    ]);
    expect(await database.sql('SELECT name FROM networks WHERE last_sync IS NULL')).toEqual([
      { name: 'Aurinkoverkosto' },
    ]);
    expect(await database.sql('SELECT id FROM programs WHERE date_closed IS NOT NULL')).not.toEqual([]);
    expect(await database.sql(`SELECT id FROM programs WHERE primary_url LIKE 'xn--%'`)).not.toEqual([]);
  });

  test('has one host in most networks', async () => {
    const rows = await database.sql(
      `SELECT DISTINCT network_id FROM programs WHERE primary_url = 'larkmoor.example'`,
    );
    expect(rows.length).toBeGreaterThan(5);
  });

  test('names no host that could exist', async () => {
    const rows = await database.sql(`
      SELECT primary_url FROM programs WHERE primary_url NOT LIKE '%.example'
      UNION ALL SELECT url FROM networks WHERE url NOT LIKE '%.example'
      UNION ALL SELECT register_url FROM programs WHERE register_url !~ '^https?://[a-z0-9.-]+\\.example/'`);
    expect(rows).toEqual([]);
  });

  test('is not loaded again, nor restored when the operator changed it', async () => {
    await database.sql('DELETE FROM programs WHERE id = 1');
    expect(await load(database)).toEqual([]);
    expect(await sizes(database)).toEqual([{ networks: 8, programs: 224 }]);
  });
});

describe('loading the sample directory', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  test('leaves a directory with other data unchanged', async () => {
    await database.sql(`INSERT INTO networks (name, url) VALUES ('Own', 'own.example')`);
    expect(await load(database)).toEqual([]);
    expect(await sizes(database)).toEqual([{ networks: 1, programs: 0 }]);
    await database.sql('DELETE FROM networks');
  });

  test('completes after an interruption', async () => {
    const { path, file } = sampleNetworks;
    const report = { reject: () => undefined, warn: () => undefined };
    await importNetworks({ database: database.url, source: canonicalNetworks(path), file, report });
    expect(await sizes(database)).toEqual([{ networks: 8, programs: 0 }]);
    expect(await load(database)).toEqual(['Loading the sample directory']);
    expect(await sizes(database)).toEqual([{ networks: 8, programs: 225 }]);
  });

  test('happens once when two programs start at the same time', async () => {
    await database.sql('DELETE FROM programs; DELETE FROM networks');
    const said = await Promise.all([load(database), load(database)]);
    expect(said.flat()).toEqual(['Loading the sample directory']);
    expect(await sizes(database)).toEqual([{ networks: 8, programs: 225 }]);
  });

  test('stops when the program shuts down', async () => {
    await database.sql('DELETE FROM programs; DELETE FROM networks; DELETE FROM imports');
    await expect(load(database, AbortSignal.abort())).rejects.toThrow();
    expect(await sizes(database)).toEqual([{ networks: 0, programs: 0 }]);
  });
});
