import { type ClientBase } from 'pg';
import { LOCKS } from './import-locks.js';
import { type ImportMode } from './import-options.js';
import { type ImportCounts } from './import-summary.js';

export interface ImportStart {
  subject: 'networks' | 'programs';
  network: string | null;
  file: string;
  mode: ImportMode | null;
}

/**
 * Notes that an import runs, and returns its id. The lock that goes with it lives as long as the session, so it must
 * be one that stays open while the import runs.
 */
export async function noteStart(session: ClientBase, start: ImportStart): Promise<number> {
  await session.query('BEGIN');
  const { rows } = await session.query<{ id: number }>(
    'INSERT INTO imports (subject, network, file, mode) VALUES ($1, $2, $3, $4) RETURNING id',
    [start.subject, start.network, start.file, start.mode],
  );
  const id = rows[0]?.id ?? 0;
  await session.query('SELECT pg_advisory_lock($1, $2)', [LOCKS.running, id]);
  await session.query('COMMIT');
  return id;
}

/** Belongs into the transaction of the import, so that it is noted as done exactly when it is. */
export async function noteDone(client: ClientBase, id: number, counts: ImportCounts): Promise<void> {
  await noteEnd(client, id, 'done', null, counts);
}

export async function noteFailure(
  session: ClientBase,
  id: number,
  reason: string,
  counts: ImportCounts,
): Promise<void> {
  await noteEnd(session, id, 'failed', reason, counts);
}

/** A connection, or something that has connections. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Notes as failed what still counts as running though its process is gone. */
export async function noteKilledImports(database: Queryable): Promise<void> {
  await database.query(
    `UPDATE imports SET outcome = 'failed', reason = 'The process was killed', finished_at = now()
       WHERE outcome = 'running' AND NOT EXISTS (
         SELECT FROM pg_locks
           WHERE locktype = 'advisory' AND classid::bigint = $1 AND objid::bigint = imports.id
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       )`,
    [LOCKS.running],
  );
}

async function noteEnd(
  client: ClientBase,
  id: number,
  outcome: 'done' | 'failed',
  reason: string | null,
  counts: ImportCounts,
): Promise<void> {
  const { read, created, updated, unchanged, reopened, closed, rejected } = counts;
  await client.query(
    `UPDATE imports SET outcome = $2, reason = $3, finished_at = clock_timestamp(), read = $4, created = $5,
         updated = $6, unchanged = $7, reopened = $8, closed = $9, rejected = $10
       WHERE id = $1`,
    [id, outcome, reason, read, created, updated, unchanged, reopened, closed, rejected],
  );
}
