import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionOptions, DatabaseClient } from '../../src/database/database-client.js';
import { RequestPool } from '../../src/database/request-pool.js';
import { directoryProcess } from '../cli/command-line.js';
import { waitFor } from '../program/wait-for.js';
import { ROLE_PASSWORD, roleAddress } from './database-address.js';
import { PoolerProxy } from './pooler-proxy.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Two servers of an address, and a host that accepts connections and never responds. */
let first: PoolerProxy;
let second: PoolerProxy;
let silent: string;
const opened: { close(): unknown }[] = [];
beforeEach(async () => {
  first = await PoolerProxy.before(database.url);
  second = await PoolerProxy.before(database.url);
  silent = await listen(() => undefined);
  opened.push(first, second);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** A host that is no PostgreSQL. */
async function listen(handle: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    handle(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  opened.push({ close });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hostOf = (url: string) => new URL(url).host;

/** The address of the database with these hosts in place of its own. */
function address(hosts: string[], parameters: Record<string, string> = {}): string {
  const { username, password, pathname } = new URL(database.url);
  const query = new URLSearchParams(parameters).toString();
  return `postgres://${username}:${password}@${hosts.join(',')}${pathname}?${query}`;
}

async function connect(url: string): Promise<void> {
  const client = new DatabaseClient(connectionOptions(url));
  await client.connect();
  await client.end();
}

describe('an address with several hosts', () => {
  test('connects to the first that responds, and does not look for it again', async () => {
    const url = address(['127.0.0.1:1', hostOf(first.url), hostOf(second.url)]);
    for (let times = 0; times < 3; times++) await connect(url);
    // Each is probed once, and the first gets the connections.
    await waitFor(() => Promise.resolve(first.open + second.open === 0));
    expect([first.opened, second.opened]).toEqual([4, 1]);
  });

  test('skips a host that never responds, also in a pool and on the command line', async () => {
    const url = address([silent, hostOf(second.url)]);
    await connect(url);
    const pool = new RequestPool(`${url}&application_name=new`, 2, () => undefined);
    opened.push({ close: () => pool.end() });
    await pool.query('SELECT 1');
    expect((await directoryProcess(url, ['status'], '')).code).toBe(0);
  });

  test('skips a host that responds to the start of a session and then no more', async () => {
    // AuthenticationOk and ReadyForQuery.
    const ready = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');
    const half = await listen((socket) => socket.once('data', () => socket.write(ready)));
    const pool = new RequestPool(address([half, hostOf(second.url)]), 2, () => undefined);
    opened.push({ close: () => pool.end() });
    await pool.query('SELECT 1');
  });

  test('is not left for a host that has no connection to spare', async () => {
    const role = `several_${new URL(database.url).pathname.slice(-12)}`;
    await database.sql(`CREATE ROLE ${role} LOGIN PASSWORD '${ROLE_PASSWORD}' CONNECTION LIMIT 2`);
    const url = roleAddress(address([hostOf(first.url)]), role).replace(
      hostOf(first.url),
      `${hostOf(first.url)},127.0.0.1:1`,
    );
    const pool = new RequestPool(url, 6, () => undefined);
    const waits = Array.from({ length: 12 }, () => pool.query('SELECT pg_sleep(0.05)'));
    expect((await Promise.allSettled(waits)).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(pool.totalCount).toBe(2);
    await pool.end();
    await database.sql(`DROP ROLE ${role}`);
  });

  test('is left for another host when the one in use freezes', async () => {
    const pool = new RequestPool(address([hostOf(first.url), hostOf(second.url)]), 2, () => undefined);
    opened.push({ close: () => pool.end() });
    await pool.query('SELECT 1');
    first.freeze();
    await waitFor(async () => (await pool.query('SELECT 1').catch(() => undefined))?.rowCount === 1, 20_000);
    // It stays where it is then.
    const answers = await Promise.all([1, 2, 3, 4].map(() => pool.query('SELECT 1')));
    expect(answers).toHaveLength(4);
  });

  test('is searched once for connections that fail at the same time', async () => {
    const pool = new RequestPool(address([hostOf(first.url), hostOf(second.url)]), 10, () => undefined);
    opened.push({ close: () => pool.end() });
    await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT pg_sleep(0.02)')));
    const probes = second.opened;
    await first.close();
    await waitFor(() => Promise.resolve(pool.totalCount === 0));
    await Promise.all(Array.from({ length: 30 }, () => pool.query('SELECT pg_sleep(0.02)')));
    expect(second.opened - probes).toBe(11);
  });

  test('moves to another host when the one in use is gone, also in a pool', async () => {
    const url = address([hostOf(first.url), hostOf(second.url)]);
    const pool = new RequestPool(url, 2, () => undefined);
    opened.push({ close: () => pool.end() });
    await pool.query('SELECT 1');
    await first.close();
    await waitFor(() => Promise.resolve(pool.totalCount === 0));
    await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
    expect(second.opened).toBeGreaterThan(0);
  });

  test('takes them from host and port in the query too', async () => {
    const [one, other] = [new URL(first.url), new URL(second.url)];
    const { username, password, pathname } = new URL(database.url);
    const query = `host=${one.hostname},${other.hostname}&port=1,${other.port}`;
    await connect(`postgres://${username}:${password}@${pathname}?${query}`);
    expect([first.opened, second.opened]).toEqual([0, 2]);
  });

  test('serves a command of the command line', async () => {
    const url = address(['127.0.0.1:1', hostOf(second.url)]);
    const { code, stdout } = await directoryProcess(url, ['status'], '');
    expect([code, stdout]).toEqual([0, expect.stringContaining('ersion')]);
    expect(second.opened).toBeGreaterThan(1);
  });

  test('names each host with its problem when none can be used, and shows no password', async () => {
    const url = address(['127.0.0.1:1', hostOf(first.url)], { target_session_attrs: 'standby' });
    const found = `${hostOf(first.url)}: the server is a primary, and target_session_attrs is standby`;
    await expect(connect(url)).rejects.toThrow(
      `No host of the address can be used (127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; ${found})`,
    );
    await waitFor(() => Promise.resolve(first.open === 0));
  });
});

describe('target_session_attrs', () => {
  const readOnly = (url: string) => `${url}&options=-c%20default_transaction_read_only%3Don`;

  test.each(['any', 'read-write', 'primary', 'prefer-standby'])('%s takes a primary', async (kind) => {
    await connect(address([hostOf(first.url)], { target_session_attrs: kind }));
  });

  test.each(['any', 'read-only', 'primary'])('%s takes a server that is read-only', async (kind) => {
    await connect(readOnly(address([hostOf(first.url)], { target_session_attrs: kind })));
  });

  test.each([
    ['read-only', 'a primary'],
    ['standby', 'a primary'],
  ])('%s refuses a server that is %s', async (kind, found) => {
    const url = address([hostOf(first.url)], { target_session_attrs: kind });
    await expect(connect(url)).rejects.toThrow(`the server is ${found}, and target_session_attrs is ${kind}`);
    await waitFor(() => Promise.resolve(first.open === 0));
  });

  test('read-write refuses a server that is read-only', async () => {
    const url = readOnly(address([hostOf(first.url)], { target_session_attrs: 'read-write' }));
    await expect(connect(url)).rejects.toThrow('the server is read-only');
  });
});
