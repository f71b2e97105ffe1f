import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createToken, digestOf } from '../../src/tokens/api-key-token.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addKey } from '../database/api-key-rows.js';
import { waitFor } from '../program/wait-for.js';

const SECOND = 1000;
let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

const statusWith = async (key: string | string[], path = '/programs') =>
  (await directory.request('GET', path, { headers: { 'x-api-key': key } })).status;

describe('A request without a valid key', () => {
  const wrong: [string, () => string | string[]][] = [
    ['none', () => ''],
    ['a blank', () => ' '],
    ['a word', () => 'secret'],
    ['one that was never issued', createToken],
    ['one with a typo', () => directory.key.slice(0, -1) + (directory.key.endsWith('0') ? '1' : '0')],
    ['one in other case', () => directory.key.toUpperCase()],
    ['one cut short', () => directory.key.slice(0, -1)],
    ['one in quotes', () => `"${directory.key}"`],
    ['one as a bearer', () => `Bearer ${directory.key}`],
    ['two of it', () => [directory.key, directory.key]],
    ['a wrong one first', () => ['x', directory.key]],
    ['its hash', () => digestOf(directory.key)],
    ['ten thousand characters', () => 'a'.repeat(10_000)],
    ["' OR true --", () => "' OR true --"],
  ];
  const operations: [string, string][] = [
    ['GET', '/networks'],
    ['GET', '/api/v1/networks'],
    ['GET', '/programs'],
    ['GET', '/api/v1/programs'],
    ['POST', '/programs-batch'],
    ['POST', '/api/v1/programs-batch'],
  ];

  test.each(wrong)('with %s is 401, to each operation alike', async (_, key) => {
    for (const [method, path] of operations) {
      const reply = await directory.request(method, path, { headers: { 'x-api-key': key() } });
      expect([path, reply.status, reply.json]).toEqual([
        path,
        401,
        { error: true, message: 'Wrong API key' },
      ]);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers).not.toHaveProperty('directory-version');
    }
  });

  test('has it in the query, an Authorization or a cookie, where it does not count', async () => {
    const headers = {
      'x-api-key': '',
      authorization: `ApiKey ${directory.key}`,
      cookie: `x-api-key=${directory.key}`,
    };
    expect((await directory.request('GET', `/programs?x-api-key=${directory.key}`, { headers })).status).toBe(
      401,
    );
  });

  test('is admitted with blanks around a valid key, which HTTP ignores', async () => {
    expect(await statusWith(`  ${directory.key}  `)).toBe(200);
  });
});

describe('Within a second and without a restart takes effect', () => {
  const becomes = (status: number, key: string) =>
    waitFor(async () => (await statusWith(key)) === status, SECOND);

  test('a new key', async () => {
    await becomes(200, await addKey(directory.database));
  });

  test('a revoked key, also for cached pages', async () => {
    const key = await addKey(directory.database);
    await becomes(200, key);
    await directory.sql(`UPDATE api_keys SET revoked_at = now() WHERE digest = decode($1, 'hex')`, [
      digestOf(key),
    ]);
    await becomes(401, key);
    await directory.sql(`UPDATE api_keys SET revoked_at = NULL WHERE digest = decode($1, 'hex')`, [
      digestOf(key),
    ]);
    await becomes(200, key);
  });

  test('a deleted key, and another plan', async () => {
    const [deleted, moved] = [await addKey(directory.database), await addKey(directory.database)];
    await becomes(200, deleted);
    await directory.sql(`DELETE FROM api_keys WHERE digest = decode($1, 'hex')`, [digestOf(deleted)]);
    await directory.sql(`UPDATE api_keys SET plan = 'pro' WHERE digest = decode($1, 'hex')`, [
      digestOf(moved),
    ]);
    await becomes(401, deleted);
    await becomes(401, moved);
  });

  test('on every running instance', async () => {
    const another = await openDirectory({}, directory.database);
    const key = await addKey(directory.database);
    const elsewhere = async () => (await another.get('/programs', { 'x-api-key': key })).status;
    await waitFor(async () => (await elsewhere()) === 200, SECOND);
    await directory.sql(`UPDATE api_keys SET revoked_at = now() WHERE digest = decode($1, 'hex')`, [
      digestOf(key),
    ]);
    await waitFor(async () => (await elsewhere()) === 401, SECOND).finally(() => another.close());
  });

  test('an expiry that passes while the server runs', async () => {
    const key = await addKey(directory.database, { expiresAt: new Date(Date.now() + 400) });
    await becomes(200, key);
    await becomes(401, key);
  });

  test('an expiry that SQL sets and removes', async () => {
    const key = await addKey(directory.database);
    const expire = (moment: string | null) =>
      directory.sql(`UPDATE api_keys SET expires_at = $2 WHERE digest = decode($1, 'hex')`, [
        digestOf(key),
        moment,
      ]);
    await expire('2020-01-01');
    await becomes(401, key);
    await expire(null);
    await becomes(200, key);
  });
});

test('last_used_at is written when the server stops', async () => {
  const another = await openDirectory({}, directory.database);
  const before = Date.now();
  expect((await another.get('/programs')).status).toBe(200);
  await another.close();
  const [row] = await directory.sql<{ last_used_at: Date }>(
    `SELECT last_used_at FROM api_keys WHERE digest = decode($1, 'hex')`,
    [digestOf(another.key)],
  );
  expect(row!.last_used_at?.getTime()).toBeGreaterThanOrEqual(before);
});

test('The database contains no key', async () => {
  const rows = await directory.sql('SELECT * FROM api_keys');
  expect(JSON.stringify(rows)).not.toContain(directory.key.slice(12));
});
