import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { StallingProxy } from '../database/stalling-proxy.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addKey } from '../database/api-key-rows.js';
import { addNetwork } from '../database/rows.js';
import { waitFor } from '../program/wait-for.js';

/** Milliseconds, less than the second within which a change must be seen. */
const A_WHILE = 700;

let database: TestDatabase;
let proxy: StallingProxy;
let directory: Directory;
beforeAll(async () => {
  database = await createTestDatabase();
  await addNetwork(database, { name: 'Before' });
  proxy = await StallingProxy.before(database.url);
  directory = await openDirectory({ DATABASE_URL: proxy.url }, database);
});
afterAll(async () => {
  await directory.close();
  await proxy.close();
  await database.drop();
});

const names = async () =>
  (await directory.get('/networks?sort=url')).json.map(({ name }: { name: string }) => name);

test('A slow read of a page is not shared with requests that come 500 ms after it began', async () => {
  const stall = proxy.stall('networks url ASC first 51 0 total');
  const early = names();
  await stall.answered;
  await database.sql(`UPDATE networks SET name = 'After'`);
  await pause(A_WHILE);
  expect(await names()).toEqual(['After']);
  stall.release();
  expect(await early).toEqual(['Before']);
  expect(await names()).toEqual(['After']);
});

test('A slow read of the keys does not admit a key that was revoked concurrently', async () => {
  const token = await addKey(database);
  const status = async () => (await directory.get('/networks', { 'x-api-key': token })).status;
  const watch = directory.app.get(DirectoryWatch);
  await waitFor(async () => (await status()) === 200);
  const known = watch.keysVersion;
  await addKey(database);
  await waitFor(() => Promise.resolve(watch.keysVersion !== known));
  const stall = proxy.stall('keys');
  const early = status();
  await stall.answered;
  await database.sql('UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT max(id) - 1 FROM api_keys)');
  await pause(A_WHILE);
  expect(await status()).toBe(401);
  stall.release();
  await early;
  expect(await status()).toBe(401);
});

test('A version that arrives after a newer one is not mistaken for a restored database', async () => {
  let rewinds = 0;
  directory.app.get(DirectoryWatch).onRewind(() => rewinds++);
  for (let round = 0; round < 3; round++) {
    const stall = proxy.stall('versions');
    await stall.answered;
    await database.sql('UPDATE networks SET sub_id_length = $1', [round]);
    await directory.get(`/networks?sort=id&page=${round + 1}`);
    stall.release();
  }
  await pause(A_WHILE);
  expect(rewinds).toBe(0);
});
