import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Connections } from '../../src/http/connections.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: directory.example\r\n\r\n';
const never = new AbortController().signal;

/** Responds to `/` immediately, and to the first request for `/slow` when `finish` is called. */
describe('The connections of a server that shuts down', () => {
  let server: Server;
  let connections: Connections;
  let finish: () => void;

  async function listen(): Promise<void> {
    const listener: RequestListener = (request, response) => {
      if (request.url === '/slow') finish = () => response.end('slow');
      else response.end('quick');
    };
    server = createServer(listener);
    connections = new Connections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  async function client(): Promise<Socket & { received: string }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const open = Object.assign(socket, { received: '' });
    open.setEncoding('utf8').on('data', (chunk: string) => (open.received += chunk));
    await Promise.all([once(open, 'connect'), once(server, 'connection')]);
    return open;
  }

  async function askOn(socket: Socket, request = REQUEST): Promise<void> {
    socket.write(request);
    await once(socket, 'data');
  }

  afterEach(() => server.closeAllConnections());

  test('are no longer accepted, and idle ones are closed', async () => {
    await listen();
    const { port } = server.address() as AddressInfo;
    const [silent, idle] = [await client(), await client()];
    await askOn(idle);
    const ended = connections.end(10_000, never);
    const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(refused.code).toBe('ECONNREFUSED');
    await Promise.all([ended, once(silent, 'close'), once(idle, 'close')]);
  });

  test('complete requests in progress and those just being sent, with Connection: close', async () => {
    await listen();
    const [busy, idle] = [await client(), await client()];
    await askOn(idle);
    expect(idle.received).toContain('Connection: keep-alive');
    busy.write(REQUEST.replace('/', '/slow'));
    await once(server, 'request');

    const ended = connections.end(10_000, never);
    idle.received = '';
    await askOn(idle);
    expect(idle.received).toMatch(/Connection: close\r\n[\s\S]*quick$/);
    finish();
    await once(busy, 'data');
    expect(busy.received).toMatch(/slow$/);
    await ended;
  });

  test('are destroyed after the timeout', async () => {
    await listen();
    const busy = await client();
    busy.write(REQUEST.replace('/', '/slow'));
    await once(server, 'request');
    const start = performance.now();
    await Promise.all([connections.end(200, never), once(busy, 'close')]);
    expect(performance.now() - start).toBeGreaterThan(190);
  });

  test('are destroyed immediately when the shutdown is urgent', async () => {
    await listen();
    const busy = await client();
    busy.write(REQUEST.replace('/', '/slow'));
    await once(server, 'request');
    const haste = new AbortController();
    const ended = connections.end(600_000, haste.signal);
    haste.abort();
    await Promise.all([ended, once(busy, 'close')]);
  });
});
