import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { type SharedPort } from '../../src/http/shared-port.js';
import { readConfig } from '../../src/config/config.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { RawConnection } from '../client/raw-connection.js';
import { waitFor } from '../program/wait-for.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

describe('A server with TLS_CERT_FILE', () => {
  let folder: string;
  let certFile: string;
  let keyFile: string;
  let directory: Directory;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')];
    await certify('one.example');
    directory = await openDirectory({
      NODE_ENV: 'production',
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
    });
  });
  afterAll(async () => {
    await directory.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function certify(name: string): Promise<void> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }]);
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
  }

  /** Asks over TLS, on a connection of its own. */
  function ask(path: string, options = {}) {
    return new Promise<{ status: number; hsts: string | undefined; name: string }>((resolve, reject) => {
      const asked = {
        host: '127.0.0.1',
        port: directory.port,
        path,
        agent: false,
        rejectUnauthorized: false,
      };
      const headers = { 'x-api-key': directory.key };
      request({ ...asked, headers, ...options }, (reply) => {
        const certificate = (reply.socket as TLSSocket).getPeerCertificate();
        reply.resume();
        resolve({
          status: reply.statusCode!,
          hsts: reply.headers['strict-transport-security'],
          name: String(certificate.subject.CN),
        });
      })
        .on('error', reject)
        .end();
    });
  }

  test('responds over TLS with Strict-Transport-Security', async () => {
    expect(await ask('/programs')).toEqual({
      status: 200,
      hsts: 'max-age=31536000; includeSubDomains',
      name: 'one.example',
    });
  });

  test('rejects plain HTTP on the same port, except for health checks', async () => {
    const refused = await directory.get('/programs');
    expect([refused.status, refused.json]).toEqual([403, { error: true, message: 'HTTPS required' }]);
    expect(refused.headers).not.toHaveProperty('strict-transport-security');
    expect(refused.headers).not.toHaveProperty('location');
    expect((await directory.get('/health/live')).status).toBe(200);
  });

  test('responds to one plain request a connection, and not to those pipelined after it', async () => {
    for (const path of ['/programs', '/health/live']) {
      const connection = await RawConnection.open(directory.port);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3));
      const reply = await connection.reply();
      expect([reply.status, reply.headers.connection]).toEqual([path === '/programs' ? 403 : 200, 'close']);
      expect(await connection.end()).toBe('');
    }
  });

  test('ignores X-Forwarded-Proto of a client', async () => {
    expect((await directory.get('/programs', { 'x-forwarded-proto': 'https' })).status).toBe(403);
  });

  test('closes connections that do not complete the TLS handshake', async () => {
    // Milliseconds; an option that cannot be set otherwise once the server is there.
    const port = directory.app.getHttpServer() as unknown as SharedPort;
    const server = port.servers[0] as unknown as Record<symbol, number>;
    const limit = Object.getOwnPropertySymbols(server).find(({ description }) =>
      /handshake.*timeout/i.test(description!),
    )!;
    const before = server[limit]!;
    expect(before).toBe(10_000);
    server[limit] = 100;
    const connection = await RawConnection.open(directory.port);
    connection.socket.write(Buffer.from([0x16, 0x03, 0x01]));
    expect(await connection.end()).toBe('');
    server[limit] = before;
  });

  test('does not speak TLS 1.1', async () => {
    await expect(ask('/programs', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
  });

  test('loads a new certificate when the files change, and keeps the old one while they do not match', async () => {
    const oldKey = readFileSync(keyFile);
    await certify('two.example');
    await waitFor(async () => (await ask('/health/live')).name === 'two.example');
    writeFileSync(keyFile, oldKey);
    // As often as it looks.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await ask('/programs')).toMatchObject({ status: 200, name: 'two.example' });
  });
});

describe('An invalid certificate is reported at start:', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    for (const name of ['one', 'two']) {
      const { cert, private: key } = await generate([{ name: 'commonName', value: `${name}.example` }]);
      writeFileSync(join(folder, `${name}.crt`), cert);
      writeFileSync(join(folder, `${name}.key`), key);
      const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
      writeFileSync(join(folder, 'locked.key'), createPrivateKey(key).export(locked));
    }
    writeFileSync(join(folder, 'empty'), '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['nowhere.crt', 'one.key', '/nowhere.crt cannot be read (ENOENT)'],
    ['.', 'one.key', ' cannot be read (EISDIR)'],
    ['one.key', 'one.key', '/one.key is not a certificate in PEM'],
    ['empty', 'one.key', '/empty is not a certificate in PEM'],
    ['one.crt', 'nowhere.key', '/nowhere.key cannot be read (ENOENT)'],
    ['one.crt', 'one.crt', '/one.crt is not a private key without a passphrase in PEM'],
    ['one.crt', 'empty', '/empty is not a private key without a passphrase in PEM'],
    ['one.crt', 'locked.key', '/locked.key is not a private key without a passphrase in PEM'],
    ['one.crt', 'two.key', 'key values mismatch'],
  ])('%s with %s', (cert, key, problem) => {
    const tls = { TLS_CERT_FILE: join(folder, cert), TLS_KEY_FILE: join(folder, key) };
    expect(() => readConfig({ DATABASE_URL: 'postgres://a.invalid', ...tls })).toThrow(problem);
  });
});
