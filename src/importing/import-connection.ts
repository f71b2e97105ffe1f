import { type Client } from 'pg';
import { connectionOptions, DatabaseClient } from '../database/database-client.js';
import { ImportFailed } from './import-errors.js';

/** Opens a session of its own for one import. */
export async function connect(url: string): Promise<Client> {
  const client = new DatabaseClient({
    ...connectionOptions(url),
    application_name: 'directory import',
    keepAlive: true,
  });
  // A connection that breaks makes the query fail that needs it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`
      SET statement_timeout = 0;
      SET lock_timeout = 0;
      SET idle_in_transaction_session_timeout = 0;
      SET idle_session_timeout = 0;
      SET jit = off;
      SET work_mem = '64MB';
      SET temp_buffers = '32MB';
    `);
  } catch (error) {
    await client.end().catch(() => {});
    throw new ImportFailed(`The database cannot be reached: ${(error as Error).message}`);
  }
  return client;
}
