import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { openEmbeddedDatabase } from '../../src/dev/embedded/embedded-database.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

/** A PostgreSQL with TLS, whose certificate is for `localhost` and of a CA that nobody knows. */
export interface TlsServer {
  /** Its address without `sslmode`. */
  url: (host: string) => URL;
  /** The certificate of its CA. */
  ca: string;
  /** The certificate of another CA. */
  otherCa: string;
  close(): Promise<void>;
}

export async function startTlsServer(): Promise<TlsServer> {
  const folder = await makeTemporaryFolder();
  const database = await openEmbeddedDatabase(folder, () => undefined, { fsync: 'off' });
  try {
    const [ca, otherCa] = [await makeCa('Example CA'), await makeCa('Other CA')];
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      ca: { key: ca.private, cert: ca.cert },
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    await enableTls(database.url, cert, key);
    const [caFile, otherCaFile] = [join(folder, 'ca.pem'), join(folder, 'other-ca.pem')];
    await writeFile(caFile, ca.cert);
    await writeFile(otherCaFile, otherCa.cert);
    return {
      url(host) {
        const address = new URL(database.url);
        address.hostname = host;
        address.search = '';
        return address;
      },
      ca: caFile,
      otherCa: otherCaFile,
      async close() {
        await database.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const makeCa = (name: string) =>
  generate([{ name: 'commonName', value: name }], {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });

/** The database `postgres` is open with TLS only. */
async function enableTls(url: string, cert: string, key: string): Promise<void> {
  const admin = new Client(url);
  await admin.connect();
  try {
    const { rows } = await admin.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    const folder = rows[0]!.folder;
    await writeFile(join(folder, 'server.crt'), cert);
    await writeFile(join(folder, 'server.key'), key, { mode: 0o600 });
    const access = join(folder, 'pg_hba.conf');
    await writeFile(access, `hostnossl postgres all all reject\n${await readFile(access, 'utf8')}`);
    await admin.query('ALTER SYSTEM SET ssl = on');
    await admin.query('SELECT pg_reload_conf()');
  } finally {
    await admin.end();
  }
}
