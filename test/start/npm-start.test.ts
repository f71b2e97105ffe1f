import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CheckoutCopy } from '../set-up/checkout-copy.js';
import { run, type Running } from './running.js';

const CURL = /^curl -H "x-api-key: (apd_\w+)" "(http:\/\/127\.0\.0\.1:\d+)\/programs"$/m;
const UP = /The directory is at (http:\/\/127\.0\.0\.1:\d+)$/m;
const LAST_LINE = /^Ctrl-C stops it\.$/m;

/** The first test sets the checkout up as well. */
jest.setTimeout(180_000);

/** One data folder through its life: each test goes on where the one before has left it. */
describe('npm start', () => {
  let checkout: CheckoutCopy;
  let data: string;
  let key: string;
  let programs: unknown;

  let running: Running | undefined;

  const start = (settings: Record<string, string> = {}): Running =>
    (running = run(['npm', 'start'], checkout.folder, { DATA_DIR: data, PORT: '0', ...settings }));
  const read = async (address: string, path = '/programs') =>
    fetch(address + path, { headers: { 'x-api-key': key } });
  const isDatabaseUp = () => existsSync(join(data, 'postgresql', 'data', 'postmaster.pid'));

  beforeAll(async () => {
    checkout = await CheckoutCopy.make();
    data = join(checkout.folder, 'not there', 'yet');
  });

  // What a failed test has left.
  afterEach(() => running?.signal('SIGKILL'));

  afterAll(() => checkout.remove());

  test('reports a port that is in use, stops PostgreSQL, and creates no key', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, out, errors } = await start({ PORT: String(port) }).ended.finally(() => other.close());
    expect(code).toBe(1);
    expect(errors).toContain(
      `The server cannot listen on port ${port} of 127.0.0.1: another program listens there. Set PORT to another one.\n`,
    );
    expect(out).not.toMatch(CURL);
    expect(isDatabaseUp()).toBe(false);
  });

  test('prints a curl command that returns programs, and Ctrl-C ends it and PostgreSQL', async () => {
    const running = start();
    const [, made, address] = (await running.says(CURL)) as unknown as [string, string, string];
    key = made;
    const reply = await read(address);
    programs = await reply.json();
    expect(reply.status).toBe(200);
    expect(programs).toHaveLength(50);
    await running.says(LAST_LINE);
    expect(running.out()).toContain(`${address}/docs`);
    expect(running.out()).toContain(`${address}/mcp`);
    expect(isDatabaseUp()).toBe(true);

    running.signal('SIGINT');
    const { code, errors } = await running.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(isDatabaseUp()).toBe(false);
  });

  test('has the same data after a restart, and shows no key', async () => {
    const running = start();
    const [, address] = (await running.says(UP)) as unknown as [string, string];
    await running.says(LAST_LINE);
    expect(running.out()).not.toMatch(/apd_/);
    expect(await (await read(address)).json()).toEqual(programs);

    // Killed, it leaves PostgreSQL behind.
    running.signal('SIGKILL');
    await running.ended;
    expect(isDatabaseUp()).toBe(true);
  });

  test('starts again after it was killed', async () => {
    const running = start();
    const [, address] = (await running.says(UP)) as unknown as [string, string];
    expect(await (await read(address)).json()).toEqual(programs);
    running.signal('SIGINT');
    expect((await running.ended).code).toBe(0);
    expect(isDatabaseUp()).toBe(false);
  });

  test('exits SHUTDOWN_S after SIGTERM although a client never ends its request', async () => {
    const running = start({ SHUTDOWN_S: '5' });
    const [, address] = (await running.says(UP)) as unknown as [string, string];
    const client = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    client.write(
      `POST /programs-batch HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Length: 99\r\n\r\n{`,
    );
    // An answer on another connection shows that this one was accepted.
    await read(address);
    running.signal('SIGTERM');
    const { code, ms } = await running.ended;
    client.destroy();
    expect(code).toBe(0);
    // The process needs a moment to end.
    expect(ms).toBeLessThan(7000);
    expect(isDatabaseUp()).toBe(false);
  });

  test('ends immediately on a second Ctrl-C', async () => {
    const running = start({ SHUTDOWN_S: '600' });
    const [, address] = (await running.says(UP)) as unknown as [string, string];
    const client = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\n');
    await read(address);
    running.signal('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 700));
    running.signal('SIGINT');
    const { ms } = await running.ended;
    client.destroy();
    expect(ms).toBeLessThan(3000);
    expect(isDatabaseUp()).toBe(false);
  });
});
