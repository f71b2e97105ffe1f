import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { waitFor } from '../program/wait-for.js';
import { addKey } from '../database/api-key-rows.js';
import { addNetwork } from '../database/rows.js';

describe('The rate limit of a plan', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openDirectory({ RATE_LIMIT_PRO_API: '5/day' });
    await addNetwork(directory.database);
  });
  afterAll(() => directory.close());

  test('is reported in RateLimit fields; over it the response is 429 with Retry-After', async () => {
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, headers } = await directory.get('/networks');
      expect([status, headers['ratelimit-policy']]).toEqual([200, '"pro-api";q=5;w=86400']);
      expect(headers.ratelimit).toMatch(new RegExp(`^"pro-api";r=${left};t=(86400|863\\d\\d)$`));
      expect(headers).not.toHaveProperty('retry-after');
    }
    const { status, json, headers } = await directory.get('/networks');
    expect([status, json]).toEqual([429, { error: true, message: 'Too many requests' }]);
    expect(headers.ratelimit).toMatch(/^"pro-api";r=0;t=\d+$/);
    expect(headers['retry-after']).toBe(/t=(\d+)/.exec(headers.ratelimit as string)![1]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('counts every request with a valid key, whatever its response', async () => {
    const key = { 'x-api-key': await knownKey(directory) };
    const { headers } = await directory.get('/networks', key);
    const replies = [
      await directory.get('/networks', { ...key, 'if-none-match': headers.etag! }),
      await directory.get('/networks?page=0', key),
      await directory.request('POST', '/programs-batch', { headers: key, body: 'x' }),
      await directory.request('HEAD', '/api/v1/networks', { headers: key }),
      await directory.get('/api/v1/programs', key),
    ];
    expect(replies.map(({ status }) => status)).toEqual([304, 400, 415, 200, 429]);
    expect(replies.map((reply) => /r=(\d+)/.exec(reply.headers.ratelimit as string)![1])).toEqual([
      ...['3', '2', '1', '0', '0'],
    ]);
  });

  test('does not count requests that need no key, or have no valid one', async () => {
    for (const [path, key] of [
      ['/health/live', directory.key],
      ['/nothing', directory.key],
      ['/networks', 'x'],
    ] as const)
      expect((await directory.get(path, { 'x-api-key': key })).headers).not.toHaveProperty('ratelimit');
  });

  test('does not limit another plan', async () => {
    const key = await knownKey(directory, { plan: 'enterprise' });
    for (let sent = 0; sent < 10; sent++) {
      const { status, headers } = await directory.get('/networks', { 'x-api-key': key });
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('ratelimit');
    }
  });

  test('admits exactly its number of concurrent requests', async () => {
    const key = { 'x-api-key': await knownKey(directory) };
    const replies = await Promise.all(Array.from({ length: 20 }, () => directory.get('/networks', key)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

test('A rate limit is reset when its period ends', async () => {
  const directory = await openDirectory({ RATE_LIMIT_PRO_API: '2/s' });
  const statuses = async () =>
    (await Promise.all([1, 2, 3].map(() => directory.get('/networks')))).map(({ status }) => status).sort();
  expect(await statuses()).toEqual([200, 200, 429]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await statuses()).toEqual([200, 200, 429]);
  await directory.close();
});

/** A key that the server has heard of: what is asked before is refused, and does not count. */
async function knownKey({ database, app }: Directory, row?: Parameters<typeof addKey>[1]): Promise<string> {
  const key = await addKey(database, row);
  const [version] = await database.sql<{ number: number }>(
    `SELECT number::integer AS number FROM versions WHERE subject = 'api_keys'`,
  );
  await waitFor(() => Promise.resolve(app.get(DirectoryWatch).keysVersion === version!.number));
  return key;
}
