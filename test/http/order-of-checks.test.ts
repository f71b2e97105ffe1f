import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

const MIB = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const noKey = { 'x-api-key': '' };
const big = Buffer.alloc(MIB + 1, ' ');
const many = JSON.stringify({ urls: Array<string>(101).fill('a.example'), more: 1 });
let directory: Directory;
let behindProxy: Directory;

beforeAll(async () => {
  directory = await openDirectory();
  behindProxy = await openDirectory({ HTTPS_ONLY: 'on', TRUST_PROXY: 'loopback' }, directory.database);
});
afterAll(async () => {
  await behindProxy.close();
  await directory.close();
});

/** Each request has the faults of its row and of all rows below: the first in order is answered. */
describe.each(['', '/api/v1'])('Of several faults the first check responds, under "%s":', (form) => {
  const batch = `${form}/programs-batch`;

  test.each([
    ['404 before the key', 'POST', `${form}/nosuch?page=0`, { headers: noKey, body: big }, 404, 'Not found'],
    [
      '405 before the key',
      'PUT',
      `${batch}?page=0`,
      { headers: noKey, body: big },
      405,
      'Method not allowed',
    ],
    [
      '405 before the key',
      'POST',
      `${form}/programs?page=0`,
      { headers: noKey, body: big },
      405,
      'Method not allowed',
    ],
    [
      'the key before all of the body',
      'POST',
      `${batch}?page=0`,
      { headers: noKey, body: big },
      401,
      'Wrong API key',
    ],
    [
      'the key before malformed JSON',
      'POST',
      batch,
      { headers: { ...noKey, ...json }, body: '{' },
      401,
      'Wrong API key',
    ],
    [
      'the key before the query',
      'GET',
      `${form}/programs?page=0&x=1`,
      { headers: noKey },
      401,
      'Wrong API key',
    ],
    ['the key before the query', 'GET', `${form}/networks?sort=x`, { headers: noKey }, 401, 'Wrong API key'],
    [
      'the key before the 100 entries',
      'POST',
      batch,
      { headers: { ...noKey, ...json }, body: many },
      401,
      'Wrong API key',
    ],
    [
      '415 before 413',
      'POST',
      `${batch}?page=0`,
      { headers: { 'content-type': 'text/plain' }, body: big },
      415,
      'Expected application/json',
    ],
    [
      '415 before 413',
      'POST',
      batch,
      { headers: { ...json, 'content-encoding': 'zstd' }, body: big },
      415,
      'Content-Encoding must be gzip, deflate, br or identity',
    ],
    [
      '413 before malformed JSON',
      'POST',
      `${batch}?page=0`,
      { headers: json, body: big },
      413,
      'Body too large',
    ],
    [
      'malformed JSON before the query',
      'POST',
      `${batch}?page=0`,
      { headers: json, body: '{' },
      400,
      'body must be a JSON object',
    ],
    [
      'the 100 entries before the query',
      'POST',
      `${batch}?page=abc&x=1`,
      { headers: json, body: many },
      401,
      'Too many URLs',
    ],
  ])('%s: %s %s', async (_, method, path, asked, status, message) => {
    const reply = await directory.request(method, path, asked);
    expect([reply.status, reply.json.message]).toEqual([status, message]);
  });
});

describe('Where HTTPS is required,', () => {
  const secure = { 'x-forwarded-proto': 'https' };

  test.each([
    ['GET', '/programs', {}],
    ['GET', '/programs', { headers: noKey }],
    ['GET', '/nosuch', {}],
    ['DELETE', '/programs', {}],
    ['OPTIONS', '/programs', {}],
    ['POST', '/programs-batch', { headers: noKey, body: big }],
    ['GET', '/healthy', {}],
  ])('plain HTTP is 403 before all else: %s %s', async (method, path, asked) => {
    const reply = await behindProxy.request(method, path, asked);
    expect([reply.status, reply.json]).toEqual([403, { error: true, message: 'HTTPS required' }]);
    expect(reply.headers).not.toHaveProperty('strict-transport-security');
    expect(reply.headers).not.toHaveProperty('location');
  });

  test('health is exempt', async () => {
    expect((await behindProxy.get('/health/live')).status).toBe(200);
    expect((await behindProxy.get('/health/ready')).status).toBe(200);
  });

  test('requests that a proxy received over TLS are served, from memory and from the database', async () => {
    for (let round = 0; round < 2; round++) {
      const reply = await behindProxy.get('/programs', secure);
      expect(reply.status).toBe(200);
      expect(reply.headers['strict-transport-security']).toMatch(/^max-age=\d{8,}/);
      expect((await behindProxy.get('/programs')).status).toBe(403);
    }
  });

  test.each(['http', 'HTTPS, http', 'http, https', '', 'wss'])(
    'a proxy that says %j is not believed',
    async (proto) => {
      expect((await behindProxy.get('/programs', { 'x-forwarded-proto': proto })).status).toBe(403);
    },
  );

  test('X-Forwarded-Proto of a client that is not a trusted proxy is ignored', async () => {
    const elsewhere = await openDirectory(
      { HTTPS_ONLY: 'on', TRUST_PROXY: '192.0.2.0/24' },
      directory.database,
    );
    const reply = await elsewhere.get('/programs', secure);
    await elsewhere.close();
    expect(reply.status).toBe(403);
  });
});
