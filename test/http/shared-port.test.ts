import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { SharedPort, watchConnections } from '../../src/http/shared-port.js';
import { RawConnection } from '../client/raw-connection.js';

const LIMITS = { headersTimeout: 200, keepAliveTimeout: 72_000 };

/** Both servers speak plain HTTP here: which one responds is what matters. */
async function open(): Promise<{ port: SharedPort; plain: Server; connect: () => Promise<RawConnection> }> {
  const [secure, plain] = ['secure', 'plain'].map((name) =>
    createServer(
      { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
      (_, response) => response.end(name),
    ),
  );
  const port = new SharedPort(secure!, plain!, LIMITS);
  port.listen(0, '127.0.0.1');
  await once(port, 'listening');
  return { port, plain: plain!, connect: () => RawConnection.open((port.address() as AddressInfo).port) };
}

describe('a port for HTTPS and plain HTTP', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  afterEach(async () => {
    opened.port.closeAllConnections();
    await new Promise((resolve) => opened.port.close(resolve));
  });

  test('passes a connection to the server that its first byte selects', async () => {
    opened = await open();
    const plain = await opened.connect();
    expect((await plain.send('GET / HTTP/1.1', 'Host: a', '', '').reply()).body).toBe('plain');
    const secure = await opened.connect();
    secure.socket.write(Buffer.from([0x16, 0x03, 0x01]));
    expect(await secure.end()).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    plain.close();
  });

  test('keeps a connection for further requests', async () => {
    opened = await open();
    const connection = await opened.connect();
    for (let round = 0; round < 3; round++)
      expect((await connection.send('GET / HTTP/1.1', 'Host: a', '', '').reply()).body).toBe('plain');
    connection.close();
  });

  test('responds 408 to a client that sends its headers slowly, though its servers do not listen', async () => {
    opened = await open();
    const connection = await opened.connect();
    connection.send('GET / HTTP/1.1', 'Host: a', '');
    expect(await connection.end()).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  });

  test('responds to a request that it was too busy to read in time', async () => {
    opened = await open();
    const connection = await opened.connect();
    await pause(50);
    connection.send('GET / HTTP/1.1', 'Host: a', '', '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    expect((await connection.reply()).body).toBe('plain');
    connection.close();
  });

  test('closes a connection on which nothing is sent', async () => {
    opened = await open();
    expect(await (await opened.connect()).end()).toBe('');
  });

  test('closes idle connections when it is closed', async () => {
    opened = await open();
    const connection = await opened.connect();
    await connection.send('GET / HTTP/1.1', 'Host: a', '', '').reply();
    await new Promise((resolve) => opened.port.close(resolve));
    expect(await connection.end()).toBe('');
    expect(opened.plain.listening).toBe(false);
  });

  test('closes silent connections where Node does not watch over a server that does not listen', () => {
    const server = createServer();
    const timeout = jest.spyOn(server, 'setTimeout');
    watchConnections(server, 72_000);
    expect(timeout).not.toHaveBeenCalled();
    server.removeAllListeners('listening');
    watchConnections(server, 72_000);
    expect(timeout).toHaveBeenCalledWith(72_000);
    server.close();
  });
});
