import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { FastPath } from '../../src/fast-path.js';
import { ConcurrencyLimiter } from '../../src/http/concurrency-limiter.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { RawConnection } from '../client/raw-connection.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { waitFor } from '../program/wait-for.js';

/** The concurrency limit. */
const LIMIT = 256;

describe('A server under load', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openDirectory();
    await addProgram(directory.database, await addNetwork(directory.database), { primary_url: 'a.example' });
  });
  afterAll(() => directory.close());

  /** Runs an action while the table of programs is locked. */
  async function whileLocked<T>(action: () => Promise<T>): Promise<T> {
    const client = new Client(directory.database.url);
    await client.connect();
    await client.query('BEGIN; LOCK TABLE programs');
    try {
      return await action();
    } finally {
      await client.end();
    }
  }

  test('queues a request over the concurrency limit, and responds 503 after five seconds', async () => {
    const active: ServerResponse[] = [];
    const listener = directory.app.get(FastPath).listener((_, response) => void active.push(response));
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const enter = async () => {
      const connection = await RawConnection.open(port);
      return connection.send('GET /programs?page=2 HTTP/1.1', 'Host: a.example', '', '');
    };
    for (let count = 0; count < LIMIT; count++) await enter();
    await waitFor(() => Promise.resolve(active.length === LIMIT));

    const waiting = await enter();
    await pause(200);
    expect(active).toHaveLength(LIMIT);
    active[0]!.end();
    await waitFor(() => Promise.resolve(active.length === LIMIT + 1));
    waiting.close();

    await waitFor(() => Promise.resolve(directory.app.get(ConcurrencyLimiter).count === LIMIT - 1));
    await enter();
    const start = performance.now();
    const { status, headers, body } = await (await enter()).reply();
    expect(performance.now() - start).toBeGreaterThan(4_500);
    expect([status, body]).toEqual([503, '{"error":true,"message":"Temporarily unavailable"}']);
    expect(headers['retry-after']).toBe('1');
    server.close();
    server.closeAllConnections();
  });

  test('serves others after a client with many concurrent requests disconnects', async () => {
    const connection = await RawConnection.open(directory.port);
    const much = 'GET /nosuch HTTP/1.1\r\nHost: a.example\r\n\r\n'.repeat(LIMIT);
    connection.send(`GET /health/ready HTTP/1.1\r\nHost: a.example\r\n\r\n${much}`);
    connection.socket.resetAndDestroy();
    await pause(500);
    expect(directory.app.get(ConcurrencyLimiter).count).toBe(0);
  });

  test('cancels a statement that takes too long', async () => {
    await whileLocked(async () => {
      const { status, headers, json } = await directory.post('/programs-batch', { urls: ['a.example'] });
      expect([status, json]).toEqual([503, { error: true, message: 'Temporarily unavailable' }]);
      expect(headers['retry-after']).toBe('1');
    });
  });

  test('serves others while clients do not send the bodies that they announced', async () => {
    const slow = await Promise.all(
      Array.from({ length: LIMIT + 10 }, () => RawConnection.open(directory.port)),
    );
    for (const connection of slow) {
      connection.send(
        'POST /programs-batch HTTP/1.1',
        'Host: a.example',
        `x-api-key: ${directory.key}`,
        'Content-Type: application/json',
        'Content-Length: 100',
        '',
        '{',
      );
    }
    await waitFor(async () => (await directory.get('/programs?page=3')).status === 200);
    for (let page = 4; page < 14; page++)
      expect((await directory.get(`/programs?page=${page}`)).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  });

  test('serves others while clients do not read their responses', async () => {
    const deaf = await Promise.all(
      Array.from({ length: LIMIT + 10 }, () => RawConnection.open(directory.port)),
    );
    for (const connection of deaf) {
      connection.socket.pause();
      connection.send('GET /docs/swagger-ui.js HTTP/1.1', 'Host: a.example', '', '');
    }
    await waitFor(
      async () => (await directory.post('/programs-batch', { urls: ['a.example'] })).status === 200,
      5000,
    );
    for (const connection of deaf) connection.close();
  });

  test('limits the time for request headers to 10 seconds, and for the body to 30 seconds', () => {
    expect(directory.app.getHttpServer()).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 });
  });

  test.each(['head', 'body'])('responds 408 to a client that sends its %s slowly', async (part) => {
    const server = directory.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
    const slow = await RawConnection.open(directory.port);
    slow.send('POST /programs-batch HTTP/1.1', 'Host: a.example', `x-api-key: ${directory.key}`);
    if (part === 'body')
      slow.send('', 'Content-Type: application/json', 'Content-Length: 1000', '', '{"urls":[');
    const dripping = setInterval(() => slow.send(' '), 50);
    await waitFor(() => Promise.resolve(slow.unread.length > 0), 15_000);
    clearInterval(dripping);
    Object.assign(server, { headersTimeout, requestTimeout });
    const { status, body } = await slow.reply();
    expect([status, body]).toEqual([408, '{"error":true,"message":"Request timeout"}']);
    await slow.end();
  });

  test('closes the connection of a client that reads nothing for 30 seconds', async () => {
    const accepted = once(directory.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const deaf = await RawConnection.open(directory.port);
    const [socket] = await accepted;
    deaf.socket.pause();
    // More than the buffers between the two take, behind an answer that is still to come.
    const page = ['GET /programs?page=9 HTTP/1.1', 'Host: a', `x-api-key: ${directory.key}`, '', ''];
    const files = Array.from({ length: 8 }, () => ['GET /docs/swagger-ui.js HTTP/1.1', 'Host: a', '', '']);
    deaf.send(...page, ...files.flat().slice(0, -1), '');
    await waitFor(() => Promise.resolve(socket.timeout === 30_000));
    deaf.socket.resume();
    for (let answer = 0; answer <= files.length; answer++) expect((await deaf.reply()).status).toBe(200);
    await waitFor(() => Promise.resolve(socket.timeout! >= 72_000));

    deaf.socket.pause();
    deaf.send(...files.flat().slice(0, -1), '');
    await waitFor(() => Promise.resolve(socket.timeout === 30_000));
    socket.emit('timeout');
    await waitFor(() => Promise.resolve(socket.destroyed));
    deaf.close();
  });

  test.each(['garbage', 'CONNECT a:443 HTTP/1.1'])(
    'closes the connection of a client that was rejected for %s after 10 seconds',
    async (line) => {
      const connected = once(directory.app.getHttpServer(), 'connection') as Promise<[Socket]>;
      const connection = await RawConnection.open(directory.port);
      await connection.send(line, 'Host: a.example', '', '').reply();
      expect((await connected)[0].timeout).toBe(10_000);
      connection.close();
    },
  );

  test('closes a connection on which nothing is sent', async () => {
    const server = directory.app.getHttpServer();
    const { headersTimeout } = server;
    server.headersTimeout = 500;
    const silent = await RawConnection.open(directory.port);
    const heard = await silent.end();
    server.headersTimeout = headersTimeout;
    expect(heard).toMatch(/^(HTTP\/1.1 408 |$)/);
  });
});
