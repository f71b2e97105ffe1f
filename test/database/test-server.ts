import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { openEmbeddedDatabase } from '../../src/database/embedded/index.js';
import { migrate } from '../../src/database/migrate.js';
import { databaseAddress } from './database-address.js';

/** Nothing in these databases has to outlive the run. */
const QUICK = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: 200 };

/** The PostgreSQL of one test run. */
export interface TestServer {
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL, or uses the one of `TEST_DATABASE_URL`, and makes the migrated template there. All databases of
 * the run have names that begin with `TEST_DATABASES`; others are never touched.
 */
export async function startTestServer(): Promise<TestServer> {
  // A test that forgets to say where must not reach the developer's own database.
  delete process.env.DATABASE_URL;
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, close: () => Promise.resolve() } : await startEmbedded();
  process.env.TEST_DATABASES = `directory_test_${randomBytes(6).toString('hex')}`;
  process.env.TEST_SERVER = server.url;
  const stop = async () => {
    if (given) await dropDatabases(given);
    await server.close();
  };
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  return { stop };
}

async function startEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'directory-test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const database = await openEmbeddedDatabase(folder, () => undefined, QUICK);
    return { url: database.url, close: () => database.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function makeTemplate(server: string): Promise<void> {
  const name = `${process.env.TEST_DATABASES}_template`;
  const admin = new Client(server);
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const dataSource = await createDataSource({ url: databaseAddress(server, name) }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}

async function dropDatabases(server: string): Promise<void> {
  const admin = new Client(server);
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [process.env.TEST_DATABASES],
  );
  for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await admin.end();
}
