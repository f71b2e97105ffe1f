import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { RawConnection } from '../client/raw-connection.js';
import { addNetwork, addProgram } from '../database/rows.js';

describe('What clients can reach', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openDirectory();
    await addProgram(directory.database, await addNetwork(directory.database), { primary_url: 'a.example' });
  });
  afterAll(() => directory.close());

  test('is what the document names, health, the documentation and MCP', async () => {
    const { json } = await directory.get('/openapi.json');
    const named = Object.keys((json as { paths: object }).paths).map((path) =>
      path.replace(/\{(\w+)\}/g, ':$1'),
    );
    const { stack } = directory.app.getHttpAdapter().getInstance().router as {
      stack: { route?: { path: string } }[];
    };
    const mounted = new Set(stack.flatMap(({ route }) => (route ? [route.path] : [])));
    const around = [...mounted].filter((path) => !named.includes(path));
    expect(named.filter((path) => !mounted.has(path))).toEqual([]);
    expect(around.filter((path) => !/^\/(health|docs|openapi\.json|mcp)/.test(path))).toEqual([]);
  });

  test.each([
    '/admin',
    '/keys',
    '/api/v1/keys',
    '/api/v2/programs',
    '/api',
    '/v1/programs',
    '/metrics',
    '/.env',
    '/.git/config',
  ])('is not %s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect((await directory.request(method, path)).json).toEqual({ error: true, message: 'Not found' });
  });

  test('is no column that was added to a table', async () => {
    const paths = ['/networks', '/api/v1/networks', '/programs', '/api/v1/programs'];
    const before = await Promise.all(paths.map((path) => directory.get(path)));
    await directory.change(`
      ALTER TABLE networks ADD COLUMN payout_note text DEFAULT 'internal';
      ALTER TABLE programs ADD COLUMN payout_note text DEFAULT 'internal';
      UPDATE networks SET live = live;
    `);
    const after = await Promise.all(paths.map((path) => directory.get(`${path}?page=1`)));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  });

  test('is no other server: URLs that clients send are compared, never requested', async () => {
    let asked = 0;
    const canary = createServer(() => asked++).on('connection', () => asked++);
    canary.listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/latest/meta-data`;
    expect((await directory.get(`/programs?url=${encodeURIComponent(url)}`)).json).toEqual([]);
    expect(
      (await directory.post('/programs-batch', { urls: [url, 'http://169.254.169.254/'] })).json,
    ).toEqual([]);
    canary.close();
    expect(asked).toBe(0);
  });

  test('has a policy that lets a browser load nothing, on every response, those of the HTTP parser included', async () => {
    const policy = "default-src 'none'; frame-ancestors 'none'";
    for (const path of [
      '/programs',
      '/programs?page=0',
      '/nothing',
      '/health/live',
      `/programs?url=${'a'.repeat(20_000)}`,
    ])
      expect([path, (await directory.get(path)).headers['content-security-policy']]).toEqual([path, policy]);
    const connection = await RawConnection.open(directory.port);
    const { headers } = await connection.send('NONSENSE', '', '').reply();
    expect(headers).toMatchObject({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' });
  });
});
