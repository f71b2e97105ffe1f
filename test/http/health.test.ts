import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { createToken } from '../../src/tokens/api-key-token.js';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config/config.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

describe('A server that is ready', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openDirectory();
  });
  afterAll(() => directory.close());

  test.each([
    ['/health/live', 'live'],
    ['/health/ready', 'ready'],
  ])('responds at %s without a key', async (path, status) => {
    const reply = await request(directory.url).get(path).expect(200, { status });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers).toHaveProperty('x-request-id');
    expect(reply.headers).not.toHaveProperty('x-powered-by');
  });

  test('responds to a client that accepts gzip', async () => {
    await request(directory.url)
      .get('/api/v1/programs')
      .set('x-api-key', directory.key)
      .expect('content-type', 'application/json; charset=utf-8')
      .expect(200, []);
    await request(directory.url)
      .post('/programs-batch')
      .set('x-api-key', directory.key)
      .send({ urls: ['a.example'] })
      .expect(200, []);
  });
});

describe('A server whose database is unavailable or not migrated', () => {
  const unavailable = { error: true, message: 'Temporarily unavailable' };

  async function expectUnavailable(url: string): Promise<void> {
    await request(url).get('/health/live').expect(200, { status: 'live' });
    const key = createToken();
    for (const asked of [
      request(url).get('/health/ready'),
      request(url).get('/programs').set('x-api-key', key),
      request(url).get('/api/v1/networks?page=0').set('x-api-key', key),
      request(url).post('/programs-batch').set('x-api-key', key).send({ urls: [] }),
    ]) {
      const reply = await asked.expect(503, unavailable);
      expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
    await request(url).get('/nosuch').expect(404);
    await request(url).post('/programs').expect(405);
    await request(url).get('/programs').expect(401);
    await request(url).get('/programs').set('x-api-key', 'no key').expect(401);
  }

  async function listen(databaseUrl: string, settings: Record<string, string> = {}) {
    const app = await createApp(readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...settings }));
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return { app, url: `http://127.0.0.1:${port}` };
  }

  test('listens, and responds 503', async () => {
    const { app, url } = await listen('postgres://nobody@127.0.0.1:1/nothing');
    await expectUnavailable(url).finally(() => app.close());
  });

  test('becomes ready when the database is available', async () => {
    const database: TestDatabase = await createTestDatabase();
    await database.sql('ALTER TABLE migrations RENAME TO migrations_elsewhere');
    const { app, url } = await listen(database.url, { MIGRATE: 'off' });
    try {
      await expectUnavailable(url);
      await database.sql(
        'DROP TABLE IF EXISTS migrations; ALTER TABLE migrations_elsewhere RENAME TO migrations',
      );
      await waitFor(async () => (await request(url).get('/health/ready')).status === 200);
      await request(url).get('/programs').set('x-api-key', createToken()).expect(401);
    } finally {
      await app.close();
      await database.drop();
    }
  });
});
