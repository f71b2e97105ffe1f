import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { openEmbeddedDatabase } from '../../src/dev/embedded/embedded-database.js';
import { grantStatements, purposes } from '../../src/database/grants.js';
import { migrate } from '../../src/database/migrate.js';
import { type DataSource } from 'typeorm';
import { databaseAddress, ROLE_PASSWORD } from './database-address.js';
import { makeTemporaryFolder, removeAbandonedFolders } from '../program/temporary-folder.js';

/** Nothing in these databases has to outlive the run. */
const QUICK = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: 200 };

/** What has to be done when the run ends, the last first. */
const duties: (() => Promise<unknown>)[] = [];

/**
 * Starts a PostgreSQL, or uses the one of `TEST_DATABASE_URL`, and makes the migrated template there. All databases of
 * the run have names that begin with `TEST_DATABASES`; others are never touched.
 */
export async function startTestServer(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopTestServer().finally(() => process.exit(1)));
  }
  // A test that forgets to say where must not reach the developer's own database.
  delete process.env.DATABASE_URL;
  process.env.TEST_DATABASES = `directory_test_${randomBytes(6).toString('hex')}`;
  try {
    process.env.TEST_SERVER = process.env.TEST_DATABASE_URL || (await startEmbedded());
    await makeTemplate(process.env.TEST_SERVER);
    // After the roles in this list, so that it comes before them: a role cannot be dropped while it has privileges.
    duties.push(() => dropDatabases(process.env.TEST_SERVER as string));
  } catch (error) {
    await stopTestServer();
    throw error;
  }
}

export async function stopTestServer(): Promise<void> {
  for (let duty = duties.pop(); duty; duty = duties.pop()) await duty().catch(console.error);
}

async function startEmbedded(): Promise<string> {
  await removeAbandonedFolders();
  const folder = await makeTemporaryFolder();
  duties.push(() => rm(folder, { recursive: true, force: true }));
  const opening = openEmbeddedDatabase(folder, () => undefined, QUICK);
  duties.push(() => opening.then((database) => database.close()));
  return (await opening).url;
}

async function makeTemplate(server: string): Promise<void> {
  const name = `${process.env.TEST_DATABASES}_template`;
  const admin = new Client(server);
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const dataSource = await createDataSource({ url: databaseAddress(server, name) }).initialize();
    await migrate(dataSource);
    await createRoles(dataSource);
    await dataSource.destroy();
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}

/** One role for each purpose, with the printed grants and nothing more. A server may not allow to create roles. */
async function createRoles(dataSource: DataSource): Promise<void> {
  const [{ allowed }] = await dataSource.query<[{ allowed: boolean }]>(
    'SELECT rolcreaterole OR rolsuper AS allowed FROM pg_roles WHERE rolname = current_user',
  );
  if (!allowed) return;
  for (const purpose of purposes) {
    const role = `${process.env.TEST_DATABASES}_${purpose}`;
    await dataSource.query(`CREATE ROLE ${role} LOGIN PASSWORD '${ROLE_PASSWORD}'`);
    duties.push(() => dropRole(role));
    for (const statement of await grantStatements(dataSource, role, purpose))
      await dataSource.query(statement);
    for (const [setting, value] of Object.entries(HOSTILE))
      await setForRole(dataSource, role, setting, value);
  }
  process.env.TEST_ROLES = 'created';
}

/** Settings that an operator may have given to a role, and that nothing may depend on. */
const HOSTILE = {
  timezone: 'Asia/Kathmandu',
  datestyle: 'SQL, DMY',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
  lock_timeout: '300ms',
  idle_in_transaction_session_timeout: '300ms',
  transaction_timeout: '1s',
};

async function setForRole(
  dataSource: DataSource,
  role: string,
  setting: string,
  value: string,
): Promise<void> {
  const known = await dataSource.query<unknown[]>('SELECT FROM pg_settings WHERE name = $1', [setting]);
  if (known.length > 0) await dataSource.query(`ALTER ROLE ${role} SET ${setting} = '${value}'`);
}

/** Its privileges went with the databases. */
async function dropRole(role: string): Promise<void> {
  const admin = new Client(process.env.TEST_SERVER);
  await admin.connect();
  await admin.query(`DROP ROLE IF EXISTS ${role}`);
  await admin.end();
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
