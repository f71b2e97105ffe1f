import { createServer, type ListenOptions, Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listen } from '../../src/http/listen.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const opened = <T extends Server>(server: T): T => {
  servers.push(server);
  return server;
};

/** A server on a machine whose kernel has no IPv6, or has it disabled: it fails as Node.js does there. */
class WithoutIpv6 extends Server {
  constructor(private readonly code: string) {
    super();
  }

  override listen(...given: unknown[]): this {
    const [port, host] = given as [number, string];
    if (!host.includes(':')) return super.listen({ port, host } satisfies ListenOptions);
    const error = Object.assign(new Error(`listen ${this.code} ${host}:${port}`), { code: this.code });
    process.nextTick(() => this.emit('error', error));
    return this;
  }
}

describe('a server on all interfaces', () => {
  test.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])(
    'listens on those of IPv4 where the machine has no IPv6 (%s)',
    async (code) => {
      const server = opened(new WithoutIpv6(code));
      expect(await listen(server, { port: 0, host: '::', setting: 'PORT' })).toMatchObject({
        address: '0.0.0.0',
        family: 'IPv4',
      });
    },
  );

  test('says what to do where an address of IPv6 is set and the machine has none', async () => {
    const listening = listen(opened(new WithoutIpv6('EAFNOSUPPORT')), {
      port: 3000,
      host: '::1',
      setting: 'PORT',
    });
    await expect(listening).rejects.toThrow(
      'The server cannot listen on port 3000 of ::1: this machine has no such address. Set HOST to one that it has.',
    );
  });
});

test('a server whose port is in use says which setting changes it', async () => {
  const { port } = await listen(opened(createServer()), { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const second = listen(opened(createServer()), { port, host: '127.0.0.1', setting: 'MANAGEMENT_PORT' });
  await expect(second).rejects.toThrow(
    `The server cannot listen on port ${port} of 127.0.0.1: another program listens there. Set MANAGEMENT_PORT to another one.`,
  );
});
