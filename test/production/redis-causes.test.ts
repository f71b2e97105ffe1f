import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RedisCounter } from '../../src/api-keys/redis-counter.js';
import { CapturedLog } from '../database/captured-log.js';
import { waitFor } from '../program/wait-for.js';

const servers: Server[] = [];
const counters: RedisCounter[] = [];
afterEach(() => {
  for (const counter of counters.splice(0)) counter.close();
  for (const server of servers.splice(0)) server.close();
  Logger.overrideLogger(false);
});

/** A server that answers every command of Redis's protocol with one line. */
async function redisThatSays(line: string): Promise<number> {
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        // A command is an array; several may come together. Anything else, such as TLS, gets one line.
        const commands = bytes.toString('latin1').match(/\*\d+\r\n/g)?.length ?? 1;
        socket.write(`${line}\r\n`.repeat(commands));
      });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the log says once why Redis is not used', () => {
  test.each([
    ['no password', '-NOAUTH Authentication required.', '', /NOAUTH Authentication required/],
    ['a wrong password', '-WRONGPASS invalid username-password pair', ':wrong@', /WRONGPASS/],
    ['TLS to a plain port', '-ERR', 'tls', /wrong version number|SSL|disconnected|socket/i],
  ])('with %s', async (_, line, user, cause) => {
    const log = new CapturedLog();
    Logger.overrideLogger(log);
    const port = await redisThatSays(line);
    const scheme = user === 'tls' ? 'rediss' : 'redis';
    counters.push(new RedisCounter(`${scheme}://${user === 'tls' ? '' : user}127.0.0.1:${port}`));
    await waitFor(() => Promise.resolve(log.warnings.length > 0));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(log.warnings).toEqual([
      expect.stringMatching(/^Redis is unavailable, so requests are counted in memory: /),
    ]);
    expect(log.warnings[0]).toMatch(cause);
  });

  test('with an unknown host', async () => {
    const log = new CapturedLog();
    Logger.overrideLogger(log);
    counters.push(new RedisCounter('redis://redis.invalid'));
    await waitFor(() => Promise.resolve(log.warnings.length > 0));
    expect(log.warnings[0]).toContain('getaddrinfo');
  });
});
