import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { waitFor } from '../program/wait-for.js';

const SECOND = 1000;
let directory: Directory;
let another: Directory;
let network: number;

beforeAll(async () => {
  directory = await openDirectory();
  another = await openDirectory({}, directory.database);
  network = await addNetwork(directory.database, { name: 'First' });
  await addProgram(directory.database, network, { name: 'First' });
});
afterAll(async () => {
  await another.close();
  await directory.close();
});

const changes: [string, string][] = [
  [
    'a program that is added',
    `INSERT INTO programs (name, network_id, network_program_id, primary_url)
     SELECT 'New', min(id), 'new', 'new.example' FROM networks`,
  ],
  ['a program that is renamed', `UPDATE programs SET name = 'Renamed' WHERE network_program_id = 'new'`],
  ['a program that is deleted', `DELETE FROM programs WHERE network_program_id = 'new'`],
  ['a program that is closed', `UPDATE programs SET status = false`],
  ['a program that is reopened', `UPDATE programs SET status = true`],
  ['a network that is added', `INSERT INTO networks (name, url) VALUES ('Second', 'second.example')`],
  ['a network that is renamed', `UPDATE networks SET name = 'Renamed' WHERE name = 'First'`],
  ['a network that is no longer live', `UPDATE networks SET live = false WHERE name = 'Second'`],
  ['a network that is live again', `UPDATE networks SET live = true WHERE name = 'Second'`],
  ['a network that is deleted', `DELETE FROM networks WHERE name = 'Second'`],
  ['all programs truncated', 'TRUNCATE programs CASCADE'],
];

const versionOf = async (path: string) =>
  Number((await directory.request('HEAD', path)).headers['directory-version']);

describe.each(changes)('A committed change (%s)', (_, sql) => {
  test('is seen by every instance within a second, and moves Directory-Version up', async () => {
    const paths = ['/programs', '/api/v1/programs', '/networks', '/api/v1/networks'];
    const before = await versionOf('/programs');
    const texts = async (instance: Directory) => {
      const replies = [];
      for (const path of paths) replies.push((await instance.get(path)).text);
      return replies.join();
    };
    // Twice, so that the pages are cached.
    for (let time = 0; time < 2; time++) expect(await texts(directory)).toBe(await texts(another));
    const old = await texts(directory);

    await directory.sql(sql);
    await waitFor(async () => (await texts(directory)) !== old && (await texts(another)) !== old, SECOND);
    const versions = await Promise.all(paths.map(versionOf));
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toBeGreaterThan(before);
    expect(await texts(directory)).toBe(await texts(another));
  });
});

describe('Directory-Version', () => {
  test('stays the same while nothing changes, for all pages and the batch', async () => {
    const version = await versionOf('/programs');
    for (const path of [
      '/networks',
      '/programs?page=2',
      '/programs?sort=-name',
      '/api/v1/programs?url=a.example',
    ]) {
      expect(await versionOf(path)).toBe(version);
    }
    const { headers } = await directory.post('/programs-batch', { urls: [] });
    expect(headers['directory-version']).toBe(String(version));
  });

  test('moves once for a committed transaction, and not for one that is rolled back', async () => {
    const before = await versionOf('/programs');
    await directory.change(
      `BEGIN; UPDATE networks SET sub_id_length = 1; UPDATE networks SET sub_id_length = 2; COMMIT`,
    );
    expect(await versionOf('/programs')).toBe(before + 1);
    await directory.change('BEGIN; UPDATE networks SET sub_id_length = 3; ROLLBACK');
    expect(await versionOf('/programs')).toBe(before + 1);
  });

  test('does not move when keys change', async () => {
    const before = await versionOf('/programs');
    await directory.change('UPDATE api_keys SET last_used_at = now()');
    await directory.change('UPDATE api_keys SET holder = holder');
    expect(await versionOf('/programs')).toBe(before);
  });
});

describe('A server whose listening connection was cut', () => {
  test('still shows a change within a second', async () => {
    for (let round = 0; round < 3; round++) {
      await directory.get('/networks');
      await directory.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'directory watch'`,
      );
      await directory.sql('UPDATE networks SET sub_id_length = $1', [100 + round]);
      const seen = async (instance: Directory) =>
        (await instance.get('/networks')).text.includes(`"subIdLength":${100 + round}`);
      await waitFor(async () => (await seen(directory)) && (await seen(another)), SECOND);
    }
  });
});

test('Concurrent readers get no error and no page older than a second while rows change', async () => {
  const committed: { at: number; value: number }[] = [];
  const writing = (async () => {
    for (let value = 1000; value < 1040; value++) {
      await directory.sql('UPDATE networks SET sub_id_length = $1', [value]);
      committed.push({ at: performance.now(), value });
    }
  })();
  let done = false;
  const reading = Array.from({ length: 8 }, async () => {
    while (!done) {
      const asked = performance.now();
      const reply = await directory.get('/networks?sort=-subIdLength');
      const oldest = committed.filter(({ at }) => at < asked - SECOND).at(-1)?.value ?? 0;
      expect(reply.status).toBe(200);
      expect(reply.json[0].subIdLength ?? 0).toBeGreaterThanOrEqual(oldest > 0 ? oldest : 0);
    }
  });
  await writing.finally(() => (done = true));
  await Promise.all(reading);
});
