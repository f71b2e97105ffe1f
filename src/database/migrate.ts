import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { type LockWait, reportLockWaits, VIRTUAL_ID } from './lock-waits.js';

/** Any fixed number: processes that migrate concurrently do it one after the other. */
const MIGRATION_LOCK = 7_264_201_600;

/** Limits of a role or a server that must not apply to migrations. Those that this PostgreSQL lacks are skipped. */
const LIFT_LIMITS = `
  SELECT set_config(name, '0', true) FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

/**
 * Applies the pending migrations in one transaction, which also holds the lock: so it works behind a connection pooler
 * that changes sessions between transactions.
 * @param onWait is called with what this process waits for: another one that migrates, or locks of other sessions.
 * @returns the names of the applied migrations.
 * @throws when the database does not hold its text in UTF-8, or the role may not create tables; nothing is applied then.
 */
export async function migrate(
  dataSource: DataSource,
  onWait: (message: string) => void = () => undefined,
): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction('READ COMMITTED');
    await runner.query('SET TRANSACTION READ WRITE');
    await runner.query(LIFT_LIMITS);
    await requireUtf8(runner);
    await useOneSchema(runner);
    await lock(runner, onWait);
    const [{ transaction }] = (await runner.query(VIRTUAL_ID)) as [{ transaction: string }];
    const ask = (text: string, values: unknown[]) => dataSource.query<LockWait[]>(text, values);
    const applied = await reportLockWaits(transaction, ask, onWait, async () => {
      const migrations = await new MigrationExecutor(dataSource, runner).executePendingMigrations();
      await runner.commitTransaction();
      return migrations;
    });
    return applied.map((migration) => migration.name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw withHint(error as Error);
  } finally {
    await runner.release();
  }
}

/**
 * Whether every migration has been applied. Unlike TypeORM's `showMigrations` it creates nothing.
 * @throws when the role may not read the table of migrations.
 */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  if (!exists) return false;
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return dataSource.migrations.every(({ name, constructor }) => applied.has(name ?? constructor.name));
}

async function lock(runner: QueryRunner, onWait: (message: string) => void): Promise<void> {
  const [{ locked }] = (await runner.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    MIGRATION_LOCK,
  ])) as [{ locked: boolean }];
  if (locked) return;
  onWait('Another process migrates the database; waiting for it');
  await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/**
 * Sets the schema of the tables as the only one, before temporary tables. Functions keep this path with
 * `SET search_path FROM CURRENT`: so neither the name of the role nor a temporary table changes what they find.
 */
async function useOneSchema(runner: QueryRunner): Promise<void> {
  const [{ schema }] = (await runner.query(`SELECT quote_ident(current_schema()) AS schema`)) as [
    { schema: string | null },
  ];
  if (schema === null)
    throw new Error('The search_path of the role names no schema that exists and that the role may use.');
  await runner.query(`SELECT set_config('search_path', $1, true)`, [`${schema}, pg_temp`]);
}

async function requireUtf8(runner: QueryRunner): Promise<void> {
  const [{ encoding }] = (await runner.query(`SELECT current_setting('server_encoding') AS encoding`)) as [
    { encoding: string },
  ];
  if (encoding !== 'UTF8')
    throw new Error(`The database stores text as ${encoding}; the directory requires UTF8.`);
}

/** Adds what the role lacks. From PostgreSQL 15 on, only the owner of a database may create tables in its schema `public`. */
function withHint(error: Error): Error {
  const hint = hintOf(error.message);
  return hint === undefined ? error : new Error(`${error.message}. ${hint}`, { cause: error });
}

function hintOf(message: string): string | undefined {
  const schema = /^permission denied for schema (.+)$/.exec(message)?.[1];
  if (schema !== undefined)
    return `Migrations need a role that may create tables: GRANT CREATE ON SCHEMA ${schema} TO that role, or use the owner of the database.`;
  const extension = /^permission denied to create extension "(.+)"$/.exec(message)?.[1];
  if (extension !== undefined)
    return `GRANT CREATE ON DATABASE to that role, or let the owner of the database run CREATE EXTENSION ${extension}.`;
  return undefined;
}
