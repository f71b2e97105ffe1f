import { expect, test } from '@jest/globals';
import { openDirectory } from '../program/directory.js';
import { addKey } from '../database/api-key-rows.js';
import { waitFor } from '../program/wait-for.js';

test('last_used_at of a key is written within a second, then at most once a minute by all instances together', async () => {
  const directory = await openDirectory();
  const other = await openDirectory({}, directory.database);
  const key = { 'x-api-key': await addKey(directory.database, { plan: 'enterprise' }) };
  const lastUse = async () => {
    const [row] = await directory.sql<{ last_used_at: Date | null }>(
      `SELECT last_used_at FROM api_keys WHERE plan = 'enterprise'`,
    );
    return row!.last_used_at;
  };
  const version = () => directory.sql(`SELECT number FROM versions WHERE subject = 'api_keys'`);
  expect(await lastUse()).toBeNull();
  const before = await version();
  await directory.get('/networks', key);
  await waitFor(async () => (await lastUse()) !== null, 3000);
  const written = await lastUse();
  expect(Date.now() - written!.getTime()).toBeLessThan(4000);

  await directory.get('/networks', key);
  await other.get('/networks', key);
  // Each writes at once what is due, when it stops.
  await other.close();
  await directory.app.close();
  expect(await lastUse()).toEqual(written);
  expect(await version()).toEqual(before);
  await directory.database.drop();
});
