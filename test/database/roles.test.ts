import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { readConfig } from '../../src/config/config.js';
import { SettingsModule } from '../../src/config/settings.module.js';
import { createDataSource } from '../../src/database/data-source.js';
import { Database } from '../../src/database/database.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { grantedTables } from '../../src/database/grants.js';
import { migrate } from '../../src/database/migrate.js';
import { directory } from '../cli/command-line.js';
import { waitFor } from '../program/wait-for.js';
import { CapturedLog } from './captured-log.js';
import { roleAddress } from './database-address.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

class TestModule {}

let database: TestDatabase;
let role: string;
beforeEach(async () => {
  database = await createTestDatabase();
  role = `role_${new URL(database.url).pathname.slice(-12)}`;
  await database.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
});
afterEach(async () => {
  await database.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

const tables = async () =>
  (
    await database.sql<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
  ).map(({ name }) => name);

async function start(log: CapturedLog): Promise<INestApplicationContext> {
  const config = readConfig({ DATABASE_URL: roleAddress(database.url, role), MIGRATE: 'off' });
  const imports = [SettingsModule.forRoot(config), DatabaseModule];
  return NestFactory.createApplicationContext({ module: TestModule, imports }, { logger: log });
}

describe('directory grants', () => {
  test.each(['serve', 'operate'])('ROLE --for %s prints the SQL for the owner', async (purpose) => {
    const { code, stdout } = await directory(database.url, ['grants', 'Some Role', '--for', purpose]);
    expect(code).toBe(0);
    const name = new URL(database.url).pathname.slice(1);
    expect(stdout.split('\n')[0]).toBe(`GRANT CONNECT ON DATABASE "${name}" TO "Some Role";`);
    expect(stdout).toContain('GRANT USAGE ON SCHEMA "public" TO "Some Role";');
    expect(stdout.includes('INSERT')).toBe(purpose === 'operate');
    await database.sql(stdout.replaceAll('"Some Role"', role));
  });

  test('without --for exits with 2', async () => {
    expect(await directory(database.url, ['grants', 'r'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('grants something on every table but those that only triggers use', async () => {
    const ungranted = (await tables()).filter((table) => !grantedTables().has(table));
    expect(ungranted).toEqual(['pending_versions']);
  });
});

describe('a server whose role lacks a privilege', () => {
  test('is not ready and names every missing privilege once, and is ready once they are granted', async () => {
    const { stdout } = await directory(database.url, ['grants', role, '--for', 'serve']);
    await database.sql(stdout);
    await database.sql(`REVOKE SELECT ON networks, cursor_secret FROM ${role}`);
    await database.sql(`REVOKE UPDATE (last_used_at) ON api_keys FROM ${role}`);
    const log = new CapturedLog();
    const app = await start(log);
    try {
      await waitFor(() => Promise.resolve(log.warnings.length > 0));
      expect(log.warnings).toEqual([
        `The database is not ready: The role ${role} lacks SELECT on cursor_secret, SELECT on networks, UPDATE on api_keys: the owner of the tables must run the SQL that \`directory grants ${role} --for serve\` prints.`,
      ]);
      expect(app.get(Database).ready).toBe(false);
      await database.sql(stdout);
      await waitFor(() => Promise.resolve(app.get(Database).ready));
      expect(log.warnings).toHaveLength(1);
    } finally {
      await app.close();
    }
  });
});

describe('on an empty database', () => {
  beforeEach(async () => {
    await database.sql(`DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION ${role}`);
    await database.sql(`GRANT CREATE ON DATABASE ${new URL(database.url).pathname.slice(1)} TO ${role}`);
  });

  test('a server with MIGRATE=off creates nothing', async () => {
    const log = new CapturedLog();
    const app = await start(log);
    await waitFor(() => Promise.resolve(log.warnings.length > 0));
    await app.close();
    expect(log.warnings).toEqual([
      'The database is not ready: It is not migrated. Run `directory migrate`, or set MIGRATE=on.',
    ]);
    expect(await tables()).toEqual([]);
  });

  test('directory status creates nothing', async () => {
    const outcome = await directory(roleAddress(database.url, role), ['status']);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('directory migrate') });
    expect(await tables()).toEqual([]);
  });

  test('directory migrate says which privilege it needs', async () => {
    await database.sql('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await database.sql(`GRANT USAGE ON SCHEMA public TO ${role}`);
    const outcome = await directory(roleAddress(database.url, role), ['migrate']);
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'permission denied for schema public. Migrations need a role that may create tables: GRANT CREATE ON SCHEMA public TO that role, or use the owner of the database.\n',
    });
  });

  test('directory migrate says which privilege it needs for the extension', async () => {
    await database.sql(`REVOKE CREATE ON DATABASE ${new URL(database.url).pathname.slice(1)} FROM ${role}`);
    const outcome = await directory(roleAddress(database.url, role), ['migrate']);
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'permission denied to create extension "pg_trgm". GRANT CREATE ON DATABASE to that role, or let the owner of the database run CREATE EXTENSION pg_trgm.\n',
    });
    expect(await tables()).toEqual([]);
  });

  test('directory migrate waits for another process, says so, and ignores the limits of its role', async () => {
    await database.sql(`ALTER ROLE ${role} SET statement_timeout = '300ms'`);
    await database.sql(`ALTER ROLE ${role} SET lock_timeout = '300ms'`);
    await database.sql(`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '300ms'`);
    await database.sql(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    await database.sql(`ALTER ROLE ${role} SET default_transaction_isolation = 'serializable'`);
    // PostgreSQL 17 is the first that has it.
    const [{ known } = {}] = await database.sql<{ known: boolean }>(
      `SELECT current_setting('transaction_timeout', true) IS NOT NULL AS known`,
    );
    if (known) await database.sql(`ALTER ROLE ${role} SET transaction_timeout = '300ms'`);
    const other = new Client(database.url);
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(7264201600)');
    const waits: string[] = [];
    const dataSource = await createDataSource({ url: roleAddress(database.url, role) }).initialize();
    const migrating = migrate(dataSource, (message) => waits.push(message));
    await waitFor(() => Promise.resolve(waits.length > 0));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await other.query('COMMIT');
    await other.end();
    expect((await migrating).length).toBeGreaterThan(0);
    expect(waits).toEqual(['Another process migrates the database; waiting for it']);
    await dataSource.destroy();
  });

  test('directory migrate that waits for a locked table says which, and whose session locks it', async () => {
    const dataSource = await createDataSource({ url: roleAddress(database.url, role) }).initialize();
    await migrate(dataSource);
    const other = new Client({ connectionString: database.url, application_name: 'psql' });
    await other.connect();
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await other.query('BEGIN');
    await other.query('LOCK TABLE migrations');
    const waits: string[] = [];
    const migrating = migrate(dataSource, (message) => waits.push(message));
    await waitFor(() => Promise.resolve(waits.length > 0));
    await other.query('COMMIT');
    await other.end();
    expect(await migrating).toEqual([]);
    const owner = new URL(database.url).username;
    expect(waits).toEqual([
      `Waiting for the table migrations locked by session ${rows[0]?.pid} (psql, role ${owner})`,
    ]);
    await dataSource.destroy();
  });
});

test('directory status writes nothing: it works in a read-only session and reports a killed import', async () => {
  await database.sql(`INSERT INTO imports (subject, file) VALUES ('networks', 'f')`);
  await database.sql((await directory(database.url, ['grants', role, '--for', 'serve'])).stdout);
  await database.sql(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
  const { code, stdout } = await directory(roleAddress(database.url, role), ['status', '--json']);
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as { imports: unknown[] }).imports).toEqual([
    expect.objectContaining({ outcome: 'failed', reason: 'The process was killed' }),
  ]);
  expect(await database.sql('SELECT outcome FROM imports')).toEqual([{ outcome: 'running' }]);
});
