import { type Client } from 'pg';
import { connectionOptions, DatabaseClient } from '../database/database-client.js';
import { ImportFailed } from './import-errors.js';

/** Opens a session of its own for one import. The limits and the isolation of the role do not apply to it. */
export async function connect(url: string): Promise<Client> {
  const client = new DatabaseClient({
    ...connectionOptions(url),
    application_name: 'directory import',
    keepAlive: true,
  });
  try {
    await client.connect();
    await client.query(`
      SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN (
        'statement_timeout', 'lock_timeout', 'transaction_timeout',
        'idle_in_transaction_session_timeout', 'idle_session_timeout'
      );
      SET default_transaction_isolation = 'read committed';
      SET default_transaction_read_only = off;
      SET jit = off;
      SET work_mem = '64MB';
      SET temp_buffers = '32MB';
    `);
  } catch (error) {
    await client.end().catch(() => {});
    throw new ImportFailed(`The database is unreachable: ${(error as Error).message}`);
  }
  return client;
}
