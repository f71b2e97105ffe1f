import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.js';

describe('a test database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('is migrated and empty', async () => {
    expect(await database.sql('SELECT count(*)::int AS programs FROM programs')).toEqual([{ programs: 0 }]);
    expect(await database.sql('SELECT count(*)::int > 0 AS migrated FROM migrations')).toEqual([
      { migrated: true },
    ]);
  });

  test('is its own, and not the template', async () => {
    await database.sql("INSERT INTO networks (name, url) VALUES ('Alpha', 'alpha.example')");
    const another = await createTestDatabase();
    expect(await another.sql('SELECT name FROM networks')).toEqual([]);
    await another.drop();
  });

  test('begins sessions in a time zone that is neither UTC nor that of this process', async () => {
    const client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query("SELECT current_setting('timezone') AS zone");
    await client.end();
    expect(rows).toEqual([{ zone: 'America/New_York' }]);
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Pacific/Auckland');
  });

  test('can be created several times concurrently', async () => {
    const several = await Promise.all(Array.from({ length: 8 }, () => createTestDatabase()));
    expect(new Set(several.map(({ url }) => url)).size).toBe(8);
    await Promise.all(several.map((one) => one.drop()));
  });
});
