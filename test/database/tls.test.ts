import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '../../src/config/config.js';
import { SettingsModule } from '../../src/config/settings.module.js';
import { Database } from '../../src/database/database.js';
import { connectionOptions, DatabaseClient } from '../../src/database/database-client.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { directoryProcess } from '../cli/command-line.js';
import { waitFor } from '../program/wait-for.js';
import { CapturedLog } from './captured-log.js';
import { startTlsServer, type TlsServer } from './tls-server.js';

let server: TlsServer;
beforeAll(async () => {
  server = await startTlsServer();
  await waitFor(() => encryption('localhost', { sslmode: 'no-verify' }).catch(() => false));
});
afterAll(() => server.close());

const address = (host: string, options: Record<string, string>, database?: string): string => {
  const url = server.url(host);
  if (database !== undefined) url.pathname = `/${database}`;
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  return url.href;
};

/** Whether a session of this address is encrypted. */
async function encryption(
  host: string,
  options: Record<string, string>,
  database?: string,
): Promise<boolean> {
  const client = new DatabaseClient(connectionOptions(address(host, options, database)));
  await client.connect();
  try {
    const { rows } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0]!.ssl;
  } finally {
    await client.end();
  }
}

const VERIFYING = ['prefer', 'require', 'verify-ca', 'verify-full'];
const UNTRUSTED =
  'The certificate of the database is not trusted (unable to verify the first certificate). Name the certificate of its CA in sslrootcert.';

describe('A connection to a PostgreSQL with TLS', () => {
  test.each([{}, { sslmode: 'disable' }])('is not encrypted with %j', async (options) => {
    expect(await encryption('localhost', options)).toBe(false);
  });

  test.each(VERIFYING)('is encrypted with sslmode=%s and the CA of the server', async (sslmode) => {
    expect(await encryption('localhost', { sslmode, sslrootcert: server.ca })).toBe(true);
  });

  test('is encrypted with sslrootcert alone', async () => {
    expect(await encryption('localhost', { sslrootcert: server.ca })).toBe(true);
  });

  test.each(VERIFYING)('fails with sslmode=%s where the CA is not known', async (sslmode) => {
    await expect(encryption('localhost', { sslmode })).rejects.toThrow(UNTRUSTED);
    await expect(encryption('localhost', { sslmode, sslrootcert: server.otherCa })).rejects.toThrow(
      UNTRUSTED,
    );
    await expect(encryption('localhost', { sslrootcert: 'system' })).rejects.toThrow(UNTRUSTED);
  });

  test.each(VERIFYING)('fails with sslmode=%s where the certificate is for another host', async (sslmode) => {
    await expect(encryption('127.0.0.1', { sslmode, sslrootcert: server.ca })).rejects.toThrow(
      "The certificate of the database is for another host (IP: 127.0.0.1 is not in the cert's list: ). Use a host name that it has.",
    );
  });

  test('verifies the name of the host that it connects to, where the address has several', async () => {
    const url = address('localhost', { sslmode: 'verify-full', sslrootcert: server.ca });
    const { port } = new URL(url);
    const connect = async (hosts: string) => {
      const client = new DatabaseClient(connectionOptions(url.replace(`localhost:${port}`, hosts)));
      await client.connect();
      await client.end();
    };
    await connect(`127.0.0.1:1,localhost:${port}`);
    await expect(connect(`localhost:1,127.0.0.1:${port}`)).rejects.toThrow('is for another host');
  });

  test('is encrypted, and the server not verified, with sslmode=no-verify', async () => {
    expect(await encryption('127.0.0.1', { sslmode: 'no-verify' })).toBe(true);
  });

  test('ignores uselibpqcompat, by which sslmode=require would verify nothing', async () => {
    const options = { sslmode: 'require', uselibpqcompat: 'true' };
    await expect(encryption('localhost', options)).rejects.toThrow(UNTRUSTED);
  });

  test('fails without encryption where the server requires it', async () => {
    await expect(encryption('localhost', {}, 'postgres')).rejects.toThrow(
      'pg_hba.conf rejects connection for host "127.0.0.1", user "directory", database "postgres", no encryption',
    );
    expect(await encryption('localhost', { sslrootcert: server.ca }, 'postgres')).toBe(true);
  });
});

test('Every connection of a server and of the command line is encrypted', async () => {
  const url = address('localhost', { sslmode: 'verify-full', sslrootcert: server.ca }, 'postgres');
  const log = new CapturedLog();
  const imports = [SettingsModule.forRoot(readConfig({ DATABASE_URL: url })), DatabaseModule];
  class TestModule {}
  const app = await NestFactory.createApplicationContext({ module: TestModule, imports }, { logger: log });
  await app.get(Database).untilReady();
  expect(app.get(Database).ready).toBe(true);
  expect(log.warnings).toEqual([]);
  const status = await directoryProcess(url, ['status', '--json'], '');
  expect([status.code, JSON.parse(status.stdout)]).toMatchObject([0, { programs: 0 }]);
  await app.close();
});

test('A server with an untrusted certificate is named once in the log, with what to do', async () => {
  const log = new CapturedLog();
  const url = address('localhost', { sslmode: 'verify-full' });
  const imports = [SettingsModule.forRoot(readConfig({ DATABASE_URL: url })), DatabaseModule];
  class TestModule {}
  const app = await NestFactory.createApplicationContext({ module: TestModule, imports }, { logger: log });
  await waitFor(() => Promise.resolve(log.warnings.length > 0));
  expect(log.warnings).toEqual([`The database is not ready: ${UNTRUSTED}`]);
  await app.close();
});
