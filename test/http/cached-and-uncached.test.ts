import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PageSource } from '../../src/database/page-source.js';
import { addManyRows } from '../database/many-rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addKey } from '../database/api-key-rows.js';
import { type Reply } from '../client/http-client.js';
import { waitFor } from '../program/wait-for.js';

/** A server that caches pages, and one on the same database that does not. */
let cached: Directory;
let uncached: Directory;
let keys: Record<string, string>;
let etag: string;
const target = '/programs?sort=name';

beforeAll(async () => {
  cached = await openDirectory();
  await addManyRows(cached.database);
  uncached = await openDirectory({ PAGE_CACHE_MB: '0' }, cached.database);
  keys = {
    valid: cached.key,
    'of an enterprise': await addKey(cached.database, { plan: 'enterprise' }),
    'that expires later': await addKey(cached.database, { expiresAt: new Date(Date.now() + 3_600_000) }),
    expired: await addKey(cached.database, { expiresAt: new Date(Date.now() - 1) }),
    revoked: await addKey(cached.database, { revokedAt: new Date() }),
    'of another plan': await addKey(cached.database, { plan: 'pro' }),
    unknown: 'apd_000000000000000000000000000000000000000000000000000000',
    malformed: 'x',
    missing: '',
  };
  await waitFor(
    async () => (await ask(cached, 'GET', { 'x-api-key': keys['of an enterprise']! })).status === 200,
  );
  etag = (await ask(cached, 'GET', {})).headers.etag!;
});
afterAll(async () => {
  await uncached.close();
  await cached.close();
});

const ask = (directory: Directory, method: string, headers: Record<string, string>, path = target) =>
  directory.request(method, path, {
    headers: { 'x-api-key': cached.key, 'x-request-id': 'same', ...headers },
  });

/** The cached response, after its status, header fields and bytes were compared with the uncached one. */
async function bothWays(method: string, headers: Record<string, string> = {}, path = target): Promise<Reply> {
  await ask(cached, 'GET', {}, path);
  const [memory, database] = [
    await ask(cached, method, headers, path),
    await ask(uncached, method, headers, path),
  ];
  expect(memory.status).toBe(database.status);
  expect({ ...memory.headers, date: '' }).toEqual({ ...database.headers, date: '' });
  expect(memory.bytes.equals(database.bytes)).toBe(true);
  return memory;
}

describe.each(['GET', 'HEAD'])('%s of a cached page equals that of an uncached page', (method) => {
  test('with all header fields', async () => {
    const reply = await bothWays(method);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'same',
      'directory-version': expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^W\/"[^"]+"$/),
      link: expect.stringContaining('rel="next"'),
    });
    expect(reply.headers).not.toHaveProperty('x-powered-by');
  });

  test.each([
    ['valid', 200],
    ['of an enterprise', 200],
    ['that expires later', 200],
    ['expired', 401],
    ['revoked', 401],
    ['of another plan', 401],
    ['unknown', 401],
    ['malformed', 401],
    ['missing', 401],
  ])('with a key %s: %i', async (which, status) => {
    const reply = await bothWays(method, { 'x-api-key': keys[which]! });
    expect(reply.status).toBe(status);
    if (status === 401 && method === 'GET')
      expect(reply.json).toEqual({ error: true, message: 'Wrong API key' });
  });

  test.each([
    ['the ETag', () => etag, 304],
    ['the ETag as a strong one', () => etag.slice(2), 304],
    ['a list with the ETag', () => `"a", W/"b,c" ,${etag}`, 304],
    ['a list with the ETag, tight', () => `"a",${etag.slice(2)},"b"`, 304],
    ['*', () => '*', 304],
    ['another', () => 'W/"another"', 200],
    ['a list of others', () => '"a", "b"', 200],
    ['a part of the ETag', () => `${etag.slice(0, 10)}"`, 200],
    ['the ETag without quotes', () => etag.slice(3, -1), 200],
    ['nonsense', () => '"""""', 200],
    ['a quoted *', () => '"*"', 200],
  ])('with If-None-Match %s: %#', async (_, condition, status) => {
    const reply = await bothWays(method, { 'if-none-match': condition() });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      etag,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
    });
    expect(reply.headers).toHaveProperty('directory-version');
    if (status === 304) expect(reply.bytes).toHaveLength(0);
  });

  test('with the ETag, but without a key: 401', async () => {
    for (const condition of [etag, '*']) {
      const reply = await bothWays(method, { 'if-none-match': condition, 'x-api-key': '' });
      expect(reply.status).toBe(401);
      expect(reply.headers).not.toHaveProperty('etag');
    }
  });

  test.each([
    ['gzip', true],
    ['GZIP', true],
    ['gzip, deflate, br', true],
    ['br;q=1, gzip;q=0.1', true],
    ['*', true],
    ['identity;q=0, gzip', true],
    ['deflate, gzip;q=1.0, *;q=0.5', true],
    ['identity', false],
    ['', false],
    ['br', false],
    ['gzip;q=0', false],
    ['gzip;q=0.5, identity;q=1', false],
    ['*;q=0', false],
    ['constructor', false],
    [';;,,=', false],
  ])('with Accept-Encoding %j: gzip %s', async (accepted, isPacked) => {
    const plain = await ask(uncached, method, {});
    const reply = await bothWays(method, { 'accept-encoding': accepted });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
    expect(reply.headers.vary).toBe('Accept-Encoding');
    expect(reply.headers.etag).toBe(plain.headers.etag);
    if (method === 'HEAD') return;
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
    expect((isPacked ? gunzipSync(reply.bytes) : reply.bytes).equals(plain.bytes)).toBe(true);
  });

  test.each([
    ['abc', 'abc'],
    ['A.b_c-9', 'A.b_c-9'],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])('with the X-Request-Id %s, which is echoed', async (id, echoed) => {
    expect((await bothWays(method, { 'x-request-id': id })).headers['x-request-id']).toBe(echoed);
  });

  test.each(['x'.repeat(129), 'a b', 'a,b', '<script>', 'é', 'a/b'])(
    'with the X-Request-Id %j, which is replaced',
    async (id) => {
      await ask(cached, 'GET', {});
      const ids = [];
      for (const directory of [cached, cached, uncached]) {
        ids.push((await ask(directory, method, { 'x-request-id': id })).headers['x-request-id']);
      }
      expect(new Set(ids).size).toBe(3);
      for (const made of ids) expect(made).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    },
  );
});

describe.each([
  ['a search', '/programs?search=PROGRAM%20shop-&sort=-name', 'next'],
  ['a search without a match', '/api/v1/programs?search=nosuch', 'last'],
  ['several filters', '/programs?networkId=1&networkId=2&country=unknown&country=uk', 'next'],
  ['a page of a filter', '/api/v1/programs?networkName=Network%20h1&page=2', 'prev'],
  ['the url filter', '/programs?url=https%3A%2F%2FSHOP-7.example%2F', 'last'],
  ['networks of a country', '/api/v1/networks?addressCountry=DE&addressCountry=unknown', 'next'],
  ['a program', '/programs/1', undefined],
  ['a program in the v1 form', '/api/v1/programs/1', undefined],
  ['a closed program', '/programs/5', undefined],
  ['a network', '/api/v1/networks/1', undefined],
])('From memory and from the database, %s', (_, path, relation) => {
  test.each(['GET', 'HEAD'])('has the same bytes and header fields for %s', async (method) => {
    const reply = await bothWays(method, {}, path);
    expect(reply.status).toBe(200);
    expect(reply.headers).toHaveProperty('directory-version');
    if (relation) {
      expect(reply.headers).toMatchObject({
        link: expect.stringContaining(`rel="${relation}"`),
        'x-total-count': expect.stringMatching(/^\d+$/),
      });
    } else {
      expect(reply.headers).not.toHaveProperty('link');
      expect(reply.headers).not.toHaveProperty('x-total-count');
    }
  });

  test.each(['GET', 'HEAD'])('is answered 304 to %s with its ETag', async (method) => {
    const { headers } = await bothWays('GET', {}, path);
    const reply = await bothWays(method, { 'if-none-match': headers.etag! }, path);
    expect([reply.status, reply.bytes.length, reply.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(reply.headers['x-total-count']).toBe(headers['x-total-count']);
    expect((await bothWays(method, { 'if-none-match': headers.etag!, 'x-api-key': '' }, path)).status).toBe(
      401,
    );
  });

  test('is the same compressed', async () => {
    await bothWays('GET', { 'accept-encoding': 'gzip' }, path);
  });

  test('is read from the database once', async () => {
    const source = cached.app.get(PageSource, { strict: false });
    const rows = source.rows.bind(source);
    await cached.change(`
      UPDATE networks SET last_sync = now() WHERE id = 2;
      UPDATE programs SET updated_at = updated_at + interval '1 ms' WHERE id = 2`);
    let read = 0;
    source.rows = (...args) => {
      read++;
      return rows(...args);
    };
    try {
      await ask(cached, 'GET', {}, path);
      const first = read;
      for (const method of ['GET', 'HEAD']) await ask(cached, method, {}, path);
      expect([first > 0, read - first]).toEqual([true, 0]);
    } finally {
      source.rows = rows;
    }
  });
});

describe('The ETag', () => {
  test('stays when a change does not touch the page', async () => {
    const before = await cached.get('/networks?sort=id');
    await cached.change(
      `UPDATE networks SET address = 'Elsewhere' WHERE id = (SELECT max(id) FROM networks)`,
    );
    const after = await cached.get('/networks?sort=id', { 'if-none-match': before.headers.etag! });
    expect(after.status).toBe(304);
    expect(after.headers['directory-version']).not.toBe(before.headers['directory-version']);
  });

  test('changes when the page changes', async () => {
    const before = await cached.get('/networks?sort=id');
    await cached.change(`UPDATE networks SET sub_id_length = 99 WHERE id = (SELECT min(id) FROM networks)`);
    const after = await cached.get('/networks?sort=id', { 'if-none-match': before.headers.etag! });
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false]);
  });

  test('differs in each form', async () => {
    expect((await cached.get('/networks')).headers.etag).not.toBe(
      (await cached.get('/api/v1/networks')).headers.etag,
    );
  });

  test('is not sent for the batch, nor is Cache-Control', async () => {
    const { headers, status } = await cached.post('/programs-batch', { urls: [] }, { 'if-none-match': '*' });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('etag');
  });
});

test('A body of up to 1 kB is not compressed, a longer error is', async () => {
  const small = await cached.get('/programs?url=nosuch.example', { 'accept-encoding': 'gzip' });
  expect(small.headers).not.toHaveProperty('content-encoding');
  const long = await cached.get(`/programs?${'a'.repeat(2000)}=1`, { 'accept-encoding': 'gzip' });
  expect([long.status, long.headers['content-encoding']]).toEqual([400, 'gzip']);
  expect(JSON.parse(gunzipSync(long.bytes).toString())).toMatchObject({ error: true });
  const batch = await cached.post('/programs-batch', { urls: [] }, { 'accept-encoding': 'gzip' });
  expect(batch.headers['content-encoding']).toBe('gzip');
});
