import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '../../src/config/config.js';
import { SettingsModule } from '../../src/config/settings.module.js';
import { Database } from '../../src/database/database.js';
import { DatabaseClient, connectionOptions } from '../../src/database/database-client.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { Replicas } from '../../src/database/replicas.js';
import { RequestPool } from '../../src/database/request-pool.js';
import { directory, directoryProcess } from '../cli/command-line.js';
import { waitFor } from '../program/wait-for.js';
import { CapturedLog } from './captured-log.js';
import { roleAddress } from './database-address.js';
import { PoolerProxy } from './pooler-proxy.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

class TestModule {}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let log: CapturedLog;
const opened: { close(): Promise<unknown> }[] = [];
beforeEach(() => {
  log = new CapturedLog();
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

function changed(url: string, change: (address: URL) => void): string {
  const address = new URL(url);
  change(address);
  return address.href;
}

const withoutPassword = (url: string) => changed(url, (address) => (address.password = ''));

async function proxy(ignored: string[] = []): Promise<PoolerProxy> {
  const made = await PoolerProxy.before(database.url, ignored);
  opened.push(made);
  return made;
}

/** The modules of the database alone, as a server starts them. */
async function start(settings: Record<string, string>): Promise<INestApplicationContext> {
  const imports = [SettingsModule.forRoot(readConfig(settings)), DatabaseModule];
  const app = await NestFactory.createApplicationContext({ module: TestModule, imports }, { logger: log });
  opened.push(app);
  return app;
}

describe('an address without a password', () => {
  const CAUSE = 'The database requires a password, and its address has none';

  test('leaves no connection open, is tried less and less often, and is logged once', async () => {
    const primary = await proxy();
    const app = await start({ DATABASE_URL: withoutPassword(primary.url) });
    await pause(4000);
    expect(app.get(Database).ready).toBe(false);
    expect(primary.open).toBeLessThanOrEqual(1);
    // After 250, 500, 1000 and 2000 milliseconds.
    expect(primary.opened).toBeLessThanOrEqual(6);
    expect(log.warnings).toEqual([`The database is not ready: ${CAUSE}`]);
  });

  test('of a replica leaves no connection open, and is logged once', async () => {
    const replica = await proxy();
    const began = performance.now();
    const app = await start({
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URLS: withoutPassword(replica.url),
    });
    await pause(4000);
    expect(app.get(Database).ready).toBe(true);
    expect(app.get(Replicas).lags).toEqual([{ host: expect.any(String), behind: undefined }]);
    expect(replica.open).toBeLessThanOrEqual(1);
    // After 250 milliseconds, and then every 500 at most.
    expect(replica.opened).toBeLessThanOrEqual(2 + (performance.now() - began) / 500);
    expect(log.warnings).toEqual([`Replica ${new URL(replica.url).host} is unavailable: ${CAUSE}`]);
  });

  test('ends a command of the command line with its message within seconds', async () => {
    const began = performance.now();
    const outcome = await directoryProcess(withoutPassword(database.url), ['status'], '');
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `The database is unreachable: ${CAUSE}\n` });
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('a connection that fails', () => {
  test.each([
    ['a wrong password', (url: string) => changed(url, (it) => (it.password = 'wrong')), /password auth/],
    ['an unknown database', (url: string) => changed(url, (it) => (it.pathname = '/none')), /does not exist/],
    [
      'TLS to a server without it',
      (url: string) => changed(url, (it) => it.searchParams.set('sslmode', 'verify-full')),
      /does not support SSL/,
    ],
  ])('by %s leaves nothing open', async (_, change, message) => {
    const primary = await proxy();
    const client = new DatabaseClient(connectionOptions(change(primary.url)));
    await expect(client.connect()).rejects.toThrow(message);
    await waitFor(() => Promise.resolve(primary.open === 0));
  });

  test('by a missing certificate file is a failure like any other', async () => {
    const address = changed(database.url, (it) => {
      it.searchParams.set('sslmode', 'verify-full');
      it.searchParams.set('sslrootcert', '/nowhere/ca.pem');
    });
    const pool = new RequestPool(address, 1, () => undefined);
    await expect(pool.query('SELECT 1')).rejects.toThrow('/nowhere/ca.pem');
    await pool.end();
  });
});

test.each([
  ['sslmode=require', 'sslmode=verify-full'],
  ['sslmode=prefer', 'sslmode=verify-full'],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', 'sslmode=verify-full&sslrootcert=%2Fca.pem'],
  ['sslrootcert=system', 'sslmode=verify-full'],
  ['sslmode=disable', 'sslmode=disable'],
  ['sslmode=no-verify', 'sslmode=no-verify'],
  ['options=-c%20search_path%3Dx', ''],
])('an address with %s connects with %s', (given, used) => {
  const { connectionString, options } = connectionOptions(`postgres://u@db.example/d?${given}`);
  expect(new URL(connectionString).search).toBe(used && `?${used}`);
  expect(options).toMatch(
    given.startsWith('options') ? /^-c search_path=x -c timezone=UTC / : /^-c timezone=UTC /,
  );
});

test('a long statement may take more than the five seconds of others, and leaves no setting behind', async () => {
  const pool = new RequestPool(database.url, 4, () => undefined);
  const sleep = { name: '', text: 'SELECT pg_sleep(6.5)' };
  const [long, short] = await Promise.allSettled([pool.rows({ ...sleep, isLong: true }), pool.rows(sleep)]);
  expect(long).toEqual({ status: 'fulfilled', value: [['']] });
  expect(short).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
  const timeouts = await Promise.all(
    Array.from({ length: 4 }, () => pool.rows({ name: '', text: 'SHOW statement_timeout' })),
  );
  expect(timeouts).toEqual(Array(4).fill([['5s']]));
  await pool.end();
}, 20_000);

describe('a connection pooler that drops start-up options', () => {
  beforeAll(async () => {
    await database.sql(`ALTER ROLE CURRENT_USER IN DATABASE ${name()} SET timezone = 'Europe/Berlin'`);
  });

  const name = () => new URL(database.url).pathname.slice(1);

  test('is refused with the settings that did not arrive', async () => {
    const pooler = await proxy(['options']);
    const app = await start({ DATABASE_URL: pooler.url });
    await waitFor(() => Promise.resolve(log.warnings.length > 0));
    expect(app.get(Database).ready).toBe(false);
    expect(log.warnings).toEqual([
      'The database is not ready: A connection pooler dropped the settings of the session (timezone is Europe/Berlin, not UTC; datestyle is SQL, DMY, not ISO, YMD). Use PgBouncer 1.21 or later, or connect to PostgreSQL directly.',
    ]);
    await waitFor(() => Promise.resolve(pooler.open === 0));
  });

  test('is refused by the command line too', async () => {
    const pooler = await proxy(['options']);
    expect(await directory(pooler.url, ['status'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('A connection pooler dropped the settings of the session'),
    });
  });
});

describe('a database with fewer connections than the pool may open', () => {
  const LIMIT = 3;
  let role: string;
  let url: string;

  beforeAll(async () => {
    role = `limited_${new URL(database.url).pathname.slice(-12)}`;
    await database.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT ${LIMIT}`);
    url = roleAddress(database.url, role);
  });
  afterAll(() => database.sql(`DROP ROLE ${role}`));

  async function connectionsOfRole(): Promise<number> {
    const text = 'SELECT count(*)::integer AS connections FROM pg_stat_activity WHERE usename = $1';
    return (await database.sql<{ connections: number }>(text, [role]))[0]!.connections;
  }

  test('lets the requests wait for the connections that it has, and reports the limit', async () => {
    const limits: number[] = [];
    const pool = new RequestPool(url, 10, ({ message }, open) => {
      expect(message).toContain('too many connections for role');
      limits.push(open);
    });
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () => pool.query('SELECT pg_sleep(0.02)')),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(pool.totalCount).toBe(LIMIT);
    expect(limits.at(-1)).toBe(LIMIT);
    await pool.end();
  });

  test('is reported at start, with the connections that the instance needs', async () => {
    const app = await start({ DATABASE_URL: database.url, DATABASE_POOL: '200' });
    await app.get(Database).untilReady();
    expect(log.warnings).toEqual([
      expect.stringMatching(
        /^DATABASE_POOL is 200, so this instance needs up to 203 connections, and the database allows \d+$/,
      ),
    ]);
  });

  test('fails a request when it has no connection at all', async () => {
    const others = Array.from({ length: LIMIT }, () => new DatabaseClient(connectionOptions(url)));
    // A connection that was just closed counts for a moment longer.
    await waitFor(async () => (await connectionsOfRole()) === 0);
    await Promise.all(others.map((client) => client.connect()));
    const pool = new RequestPool(url, 10, () => undefined);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => pool.query('SELECT 1')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await Promise.all(others.map((client) => client.end()));
    await waitFor(async () => (await connectionsOfRole()) === 0);
    await waitFor(async () => (await pool.query('SELECT 1')).rowCount === 1);
    await pool.end();
  });
});
