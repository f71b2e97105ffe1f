import { connectionOptions, DatabaseClient } from '../database/database-client.js';
import { ImportFailed } from './import-errors.js';

/**
 * Settings of an import's transactions, whatever those of the role and the database: no time limit ends them, triggers
 * run, and sorts get memory. A server that does not know a setting (`transaction_timeout` is of PostgreSQL 17) goes
 * without. They end with the transaction, so a pooled session does not pass them on.
 */
const SETTINGS = `
  SELECT set_config(name, value, true)
    FROM (VALUES
      ('statement_timeout', '0'),
      ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0'),
      ('transaction_timeout', '0'),
      ('session_replication_role', 'origin'),
      ('jit', 'off'),
      ('work_mem', '64MB')
    ) AS setting (name, value)
    WHERE current_setting(name, true) <> value
`;

/**
 * Opens a connection for one import.
 * @param settings start-up options for what runs outside of a transaction; a pooler may drop them
 * @throws ImportFailed where the database is unreachable
 */
export async function connect(url: string, settings = ''): Promise<DatabaseClient> {
  const address = connectionOptions(url);
  const client = new DatabaseClient({
    ...address,
    // PgBouncer rejects options that end with a blank.
    options: `${address.options} ${settings}`.trimEnd(),
    application_name: 'directory import',
    keepAlive: true,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new ImportFailed(`The database is unreachable: ${(error as Error).message}`, { cause: error });
  }
  return client;
}

/** Runs the work in a transaction with the settings of imports, and commits it unless the work throws. */
export async function inTransaction<T>(client: DatabaseClient, work: () => Promise<T>): Promise<T> {
  await begin(client);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Runs the work on a connection that is opened for it. */
export async function withConnection<T>(
  url: string,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Begins a transaction that may write and sees what others commit, with the settings of imports. */
export async function begin(client: DatabaseClient): Promise<void> {
  // In one message: between two, a time limit of the role for idle transactions could end the first.
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${SETTINGS}`);
}
