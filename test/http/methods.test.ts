import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';

const without = { headers: { 'x-api-key': '' } };
let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  await addProgram(directory.database, await addNetwork(directory.database));
});
afterAll(() => directory.close());

const reads = ['/networks', '/programs', '/api/v1/networks', '/api/v1/programs'];
const batches = ['/programs-batch', '/api/v1/programs-batch'];

describe.each([
  ...reads.map((path) => ({ path, allow: 'GET, HEAD, OPTIONS' })),
  ...batches.map((path) => ({ path, allow: 'OPTIONS, POST' })),
  { path: '/health/live', allow: 'GET, HEAD, OPTIONS' },
])('$path', ({ path, allow }) => {
  test('answers OPTIONS with 204 and Allow, without a key', async () => {
    const reply = await directory.request('OPTIONS', path, without);
    expect([reply.status, reply.headers.allow, reply.text]).toEqual([204, allow, '']);
    expect(reply.headers).not.toHaveProperty('content-length');
    expect(reply.headers).not.toHaveProperty('content-type');
  });

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LINK'])(
    'allows %s, or answers 405',
    async (method) => {
      const allowed = allow.split(', ').includes(method);
      const reply = await directory.request(method, path, without);
      expect(reply.status).toBe(allowed ? (path.startsWith('/health') ? 200 : 401) : 405);
      if (allowed) return;
      expect(reply.headers.allow).toBe(allow);
      if (method !== 'HEAD') expect(reply.json).toEqual({ error: true, message: 'Method not allowed' });
    },
  );
});

describe('HEAD', () => {
  test.each([...reads, '/programs?sort=-name', '/programs?page=0', '/nosuch', '/health/live'])(
    'of %s answers as GET does, without the body',
    async (path) => {
      // Twice, so that the second answer may come from memory.
      for (let round = 0; round < 2; round++) {
        const get = await directory.get(path);
        const head = await directory.request('HEAD', path);
        expect(head.status).toBe(get.status);
        expect(head.bytes).toHaveLength(0);
        expect({ ...head.headers, date: '', 'x-request-id': '' }).toEqual({
          ...get.headers,
          date: '',
          'x-request-id': '',
        });
      }
    },
  );
});

describe('an unknown path', () => {
  test.each([
    '/',
    '/nosuch',
    '/programs/',
    '/programs/1/2',
    '/PROGRAMS',
    '/Programs',
    '//programs',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nosuch',
    '/api/v2/programs',
    '/api/v1/programs/',
    '/API/v1/programs',
    '/v1/programs',
    '/./programs',
    '/x/../programs',
    '/%2e/programs',
    '/programs%2f',
    '/programs%00',
    '/programs%',
    '/%',
    '/%ff',
    '/programs;x=1',
    '/programs.json',
    '/programs-batch/',
    '/api/v1//programs',
    '/health',
    '/health/',
    '/metrics',
    '/favicon.ico',
    '/robots.txt',
    '/constructor',
    '/__proto__',
    `/${'a/'.repeat(2000)}`,
  ])('is 404 for every method, without a key: %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const reply = await directory.request(method, path, without);
      expect([method, reply.status, reply.json]).toEqual([
        method,
        404,
        { error: true, message: 'Not found' },
      ]);
    }
  });

  test('is still unknown when a similar path is cached', async () => {
    await directory.get('/programs');
    await directory.get('/programs');
    for (const path of ['/programs/', '/PROGRAMS', '//programs'])
      expect((await directory.get(path)).status).toBe(404);
  });

  test('/%70rograms is the same path or 404, never a 5xx', async () => {
    expect([200, 404]).toContain((await directory.get('/%70rograms')).status);
  });
});
