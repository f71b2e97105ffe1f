import { type DataSource } from 'typeorm';
import { type ClientBase } from 'pg';
import { LOCKS } from './merge/locks.js';
import { type ImportCounts, type ImportMode, noCounts } from './import-options.js';

const KILLED_REASON = 'The process was killed';
/** SQL condition: the import is recorded as running, and no session holds its lock. */
const IS_KILLED = `outcome = 'running' AND NOT EXISTS (
  SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND classid::bigint = ${LOCKS.running} AND objid::bigint = imports.id
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
)`;

export interface ImportStart {
  subject: 'networks' | 'programs';
  network: string | null;
  file: string;
  mode: ImportMode | null;
}

/**
 * Notes that an import runs, and returns its id.
 * @param history a session outside of the import's transaction
 * @param worker the session that does the work: as long as it lives, the import counts as running
 */
export async function recordStart(
  history: ClientBase,
  worker: ClientBase,
  start: ImportStart,
): Promise<number> {
  await history.query('BEGIN');
  const { rows } = await history.query<{ id: number }>(
    'INSERT INTO imports (subject, network, file, mode) VALUES ($1, $2, $3, $4) RETURNING id',
    [start.subject, start.network, start.file, start.mode],
  );
  const id = rows[0]?.id ?? 0;
  // First, so that nobody sees an import without its lock.
  await worker.query('SELECT pg_advisory_lock($1, $2)', [LOCKS.running, id]);
  await history.query('COMMIT');
  return id;
}

/** Belongs into the transaction of the import, so that it is noted as done exactly when it is. */
export async function recordSuccess(client: ClientBase, id: number, counts: ImportCounts): Promise<void> {
  await noteEnd(client, id, 'done', null, counts);
}

/**
 * Notes that nothing was done, whatever was counted on the way.
 * @returns false where the import is done after all
 */
export async function recordFailure(
  session: ClientBase,
  id: number,
  reason: string,
  { read, rejected }: ImportCounts,
): Promise<boolean> {
  return noteEnd(session, id, 'failed', reason, { ...noCounts(), read, rejected });
}

/** A connection, or something that has connections. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Notes as failed what still counts as running though its process is gone. */
export async function recordKilledImports(database: Queryable): Promise<void> {
  await database.query(
    `UPDATE imports SET outcome = 'failed', reason = '${KILLED_REASON}', finished_at = now() WHERE ${IS_KILLED}`,
    [],
  );
}

async function noteEnd(
  client: ClientBase,
  id: number,
  outcome: 'done' | 'failed',
  reason: string | null,
  counts: ImportCounts,
): Promise<boolean> {
  const { read, created, updated, unchanged, reopened, closed, rejected } = counts;
  const { rowCount } = await client.query(
    `UPDATE imports SET outcome = $2, reason = $3, finished_at = clock_timestamp(), read = $4, created = $5,
         updated = $6, unchanged = $7, reopened = $8, closed = $9, rejected = $10
       WHERE id = $1 AND outcome <> 'done'`,
    [id, outcome, reason, read, created, updated, unchanged, reopened, closed, rejected],
  );
  return rowCount === 1;
}

/** An import that runs, or is over. */
export interface PastImport extends ImportCounts {
  id: number;
  subject: 'networks' | 'programs';
  network: string | null;
  /** The names of its files. */
  file: string;
  mode: string | null;
  startedAt: Date;
  finishedAt: Date | null;
  outcome: 'running' | 'done' | 'failed';
  reason: string | null;
}

/** Returns the last imports, the latest first, and writes nothing. Those whose process has ended count as failed. */
export async function lastImports(dataSource: DataSource, limit: number): Promise<PastImport[]> {
  return dataSource.query<PastImport[]>(
    `SELECT id, subject, network, file, mode, started_at AS "startedAt", finished_at AS "finishedAt",
         CASE WHEN ${IS_KILLED} THEN 'failed' ELSE outcome END AS outcome,
         CASE WHEN ${IS_KILLED} THEN '${KILLED_REASON}' ELSE reason END AS reason,
         read, created, updated, unchanged, reopened, closed, rejected
       FROM imports ORDER BY id DESC LIMIT $1`,
    [limit],
  );
}
