import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { addKey } from '../database/api-key-rows.js';
import { compiled } from '../program/compiled.js';
import { RawConnection } from '../client/raw-connection.js';
import { waitFor } from '../program/wait-for.js';
import { run, type Running } from './running.js';

/** What JSON must escape, and more than a line is expected to hold. */
const ODD_PATHS = ['/a"b\\c', `/${'"'.repeat(15_000)}`];
const LISTENING = /"listening on (http:\/\/[\w.]+:\d+)"/;

describe('node dist/main.js', () => {
  let database: TestDatabase;

  const start = (settings: Record<string, string>): Running =>
    run([process.execPath, compiled('main')], process.cwd(), { PORT: '0', ...settings });

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  test('writes JSON lines only, and ends with code 0 on SIGTERM', async () => {
    const key = await addKey(database);
    const running = start({ DATABASE_URL: database.url });
    const [, address] = (await running.says(LISTENING)) as unknown as [string, string];
    await waitFor(async () => (await fetch(`${address}/health/ready`)).ok);
    const reply = await fetch(`${address}/programs`, { headers: { 'x-api-key': key } });
    expect([reply.status, await reply.json()]).toEqual([200, []]);
    for (const path of ODD_PATHS) {
      const connection = await RawConnection.open(Number(new URL(address).port));
      await connection.send(`GET ${path} HTTP/1.1`, 'Host: a', '', '').reply();
      connection.close();
    }

    running.signal('SIGTERM');
    const { code, out, errors } = await running.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const lines = out.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { msg?: string; path?: string });
    expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(['/programs', ...ODD_PATHS]));
    const messages = entries.map(({ msg }) => msg);
    expect(messages).toEqual(expect.arrayContaining([`listening on ${address}`, 'stopping']));
    expect(out).not.toContain(key);
  });

  test('creates no key and loads no sample', async () => {
    expect(await database.sql('SELECT count(*)::integer AS networks FROM networks')).toEqual([
      { networks: 0 },
    ]);
    expect(await database.sql('SELECT count(*)::integer AS keys FROM api_keys')).toEqual([{ keys: 1 }]);
  });

  test('names a missing or invalid setting, and exits with code 1', async () => {
    const missing = start({ DATABASE_URL: '' }).ended;
    const wrong = start({ DATABASE_URL: database.url, PORT: 'http', SHUTDOWN_S: '-1' }).ended;
    expect((await missing).code).toBe(1);
    expect((await missing).errors).toContain('DATABASE_URL is missing');
    expect((await wrong).code).toBe(1);
    expect((await wrong).errors).toMatch(/PORT must be .*\n.*SHUTDOWN_S must be/);
    expect((await missing).out + (await wrong).out).toBe('');
  });

  test.each([
    ['PORT', 'a database that is not there', () => 'postgres://directory@127.0.0.1:1/directory'],
    ['PORT', 'a database', () => database.url],
    ['MANAGEMENT_PORT', 'a database that is not there', () => 'postgres://directory@127.0.0.1:1/directory'],
    ['MANAGEMENT_PORT', 'a database', () => database.url],
  ])(
    'reports that its %s is in use, with the database %s, and exits immediately with code 1',
    async (setting, _, url) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      // An end that waits for the time of stopping would not be seen here.
      const running = start({ DATABASE_URL: url(), SHUTDOWN_S: '600', [setting]: String(port) });
      const { code, errors } = await running.ended.finally(() => other.close());
      expect(code).toBe(1);
      expect(errors).toBe(
        `The server cannot listen on port ${port} of 127.0.0.1: another program listens there. Set ${setting} to another one.\n`,
      );
    },
  );

  test('listens before its database is available, and ends on SIGTERM', async () => {
    const running = start({ DATABASE_URL: 'postgres://directory@127.0.0.1:1/directory' });
    const [, address] = (await running.says(LISTENING)) as unknown as [string, string];
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    expect((await fetch(`${address}/health/ready`)).status).toBe(503);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  test('responds 503 to /health/ready for DRAIN_S after SIGTERM, and to other requests as before', async () => {
    const key = await addKey(database);
    const running = start({ DATABASE_URL: database.url, DRAIN_S: '3' });
    const [, address] = (await running.says(LISTENING)) as unknown as [string, string];
    // `fetch` keeps connections, and it is new ones that a balancer opens.
    const ask = async (path: string) =>
      (await fetch(address + path, { headers: { 'x-api-key': key, connection: 'close' } })).status;
    await waitFor(async () => (await ask('/health/ready')) === 200);
    running.signal('SIGTERM');
    await waitFor(async () => (await ask('/health/ready')) === 503, 2000);
    expect([await ask('/health/live'), await ask('/programs')]).toEqual([200, 200]);
    const { code, ms, errors } = await running.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(ms).toBeGreaterThan(2900);
    await expect(ask('/health/ready')).rejects.toThrow();
  });
});
