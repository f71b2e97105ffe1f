import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type DatabaseError, Pool } from 'pg';
import { connectionOptions } from '../../src/database/database-client.js';
import { type Purpose } from '../../src/database/grants.js';
import { databaseAddress, roleAddress } from './database-address.js';

/** SQLSTATE: a database that is copied has a session in it. */
const IN_USE = '55006';
const RETRY_MS = 50;

/** A migrated, empty database of a test's own. */
export interface TestDatabase {
  url: string;
  /** As `url`, for a role that has what a server needs, or what imports and keys need, and nothing more. */
  roleUrl(purpose: Purpose): string;
  /** Runs one statement, or several without parameters, and returns the rows of the last. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends every session in it, and removes it. */
  drop(): Promise<void>;
}

/**
 * Makes a database of the run's template. Its sessions begin in a time zone and a form of dates that are nobody's
 * wish, so that code which relies on them shows.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_SERVER: server, TEST_DATABASES: names } = process.env;
  if (!server || !names) throw new Error('Run the tests with Jest: its global setup starts the database.');
  const name = `${names}_${randomBytes(6).toString('hex')}`;
  const url = databaseAddress(server, name);
  await onServer(server, async (admin) => {
    await copyTemplate(admin, name, `${names}_template`);
    await admin.query(`ALTER DATABASE ${name} SET timezone = 'America/New_York'`);
    await admin.query(`ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
  });

  const pool = new Pool({ ...connectionOptions(url), max: 4 });
  pool.on('error', () => undefined);
  return {
    url,
    roleUrl: (purpose) => (process.env.TEST_ROLES ? roleAddress(url, `${names}_${purpose}`) : url),
    async sql<Row>(text: string, values?: unknown[]) {
      const result = await pool.query(text, values);
      return [result].flat().at(-1)?.rows as Row[];
    },
    async drop() {
      await pool.end();
      await onServer(server, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

async function copyTemplate(admin: Client, name: string, template: string): Promise<void> {
  for (;;) {
    try {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      return;
    } catch (error) {
      if ((error as DatabaseError).code !== IN_USE) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function onServer(server: string, action: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client(server);
  await admin.connect();
  try {
    await action(admin);
  } finally {
    await admin.end();
  }
}
