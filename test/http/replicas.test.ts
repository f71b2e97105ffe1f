import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { Replicas } from '../../src/database/replicas.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { waitFor } from '../program/wait-for.js';

/** To a server a replica is a database with the same tables. */
let replica: TestDatabase;
let directory: Directory;
beforeAll(async () => {
  replica = await createTestDatabase();
  await addNetwork(replica, { name: 'Of the replica' });
  directory = await openDirectory({ DATABASE_REPLICA_URLS: replica.url });
  await addNetwork(directory.database, { name: 'Of the primary' });
});
afterAll(async () => {
  await directory.close();
  await replica.drop();
});

const name = async (path: string) => (await directory.get(path)).json[0].name as string;
const versions = () => {
  const [lag] = directory.app.get(Replicas).lags;
  return [lag?.behind, directory.app.get(DirectoryWatch).directory?.version];
};

test('Pages are read from a replica that is up to date', async () => {
  await waitFor(() => Promise.resolve(String(versions()) === '0,2'));
  expect(await name('/networks')).toBe('Of the replica');
});

test('A match is read from a replica that has all domains; pages of programs do not wait for them', async () => {
  await addProgram(replica, 1, { name: 'Of the replica', primary_url: 'shop.example' });
  await addProgram(directory.database, 1, { name: 'Of the primary', primary_url: 'shop.example' });
  const matched = async () => {
    const { json } = await directory.post('/programs-match', { urls: ['www.shop.example'] });
    return json[0].programs[0].name as string;
  };
  await waitFor(() => Promise.resolve(String(versions()) === '0,3'));
  expect(await matched()).toBe('Of the replica');
  await directory.sql(`INSERT INTO program_domains VALUES (1, 'further.example')`);
  await waitFor(() => Promise.resolve(String(versions()) === '1,4'));
  expect(await matched()).toBe('Of the primary');
  expect(await name('/programs')).toBe('Of the replica');
});

test('Pages are not read from a replica that is ahead, as after the primary was restored', async () => {
  await replica.sql('UPDATE networks SET sub_id_length = 1');
  await replica.sql('UPDATE networks SET sub_id_length = 2');
  await pause(500);
  let rewinds = 0;
  directory.app.get(DirectoryWatch).onRewind(() => rewinds++);
  for (const sort of ['id', 'name', 'url', '-id', '-name', '-url'])
    expect(await name(`/networks?sort=${sort}`)).toBe('Of the primary');
  await pause(500);
  expect(rewinds).toBe(0);
});
