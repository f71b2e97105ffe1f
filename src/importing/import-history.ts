import { type ClientBase } from 'pg';
import { type DataSource } from 'typeorm';
import { type ImportCounts, type ImportMode, noCounts } from './import-options.js';
import { LOCKS } from './merge/locks.js';

/** Imports that are kept of each network, and of the imports of networks. */
export const KEPT_IMPORTS = 100;

/** The reason of an import whose process ended without recording an outcome. */
const KILLED = 'The process was killed';

export interface ImportStart {
  subject: 'networks' | 'programs';
  network: string | null;
  file: string;
  mode: ImportMode | null;
}

/**
 * SQL: an import without an outcome whose transaction has ended. On a standby server, locks of the primary are not
 * known, so none is.
 */
const IS_KILLED = `
  outcome = 'running' AND NOT pg_is_in_recovery() AND NOT EXISTS (
    SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND classid::bigint = ${LOCKS.running} AND objid::bigint = imports.id
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )`;

/**
 * Records that an import runs, and returns its id. Forgets the network's oldest imports.
 * @param history in a transaction of its own, to be committed after it
 * @param worker in the import's transaction: as long as that lasts, the import counts as running
 */
export async function recordStart(
  history: ClientBase,
  worker: ClientBase,
  start: ImportStart,
): Promise<number> {
  await recordKilledImports(history);
  await deleteOldImports(history, start);
  const { rows } = await history.query<{ id: number }>(
    'INSERT INTO imports (subject, network, file, mode) VALUES ($1, $2, $3, $4) RETURNING id',
    [start.subject, start.network, start.file, start.mode],
  );
  const id = rows[0]!.id;
  // Before the commit, so that no session sees a running import without its lock.
  await worker.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCKS.running, id]);
  return id;
}

/** To be called in the import's transaction, so that it is recorded exactly when it is committed. */
export async function recordSuccess(client: ClientBase, id: number, counts: ImportCounts): Promise<void> {
  await recordEnd(client, id, 'done', null, counts);
}

/**
 * Records that an import changed nothing, whatever it has counted.
 * @returns false where the import is done after all
 */
export async function recordFailure(
  client: ClientBase,
  id: number,
  reason: string,
  { read, rejected }: ImportCounts,
): Promise<boolean> {
  return recordEnd(client, id, 'failed', reason, { ...noCounts(), read, rejected });
}

/** Records the failure of imports whose process is gone. */
async function recordKilledImports(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE imports SET outcome = 'failed', reason = $1, finished_at = now() WHERE ${IS_KILLED}`,
    [KILLED],
  );
}

async function deleteOldImports(client: ClientBase, { subject, network }: ImportStart): Promise<void> {
  const same = `subject = $1 AND ${network === null ? 'network IS NULL' : 'network = $2'}`;
  await client.query(
    `DELETE FROM imports WHERE ${same} AND outcome <> 'running' AND id <= (
       SELECT id FROM imports WHERE ${same} ORDER BY id DESC OFFSET ${KEPT_IMPORTS - 1} LIMIT 1
     )`,
    network === null ? [subject] : [subject, network],
  );
}

async function recordEnd(
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

/** One import of the history. */
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

/** The last imports, the latest first. Those whose process is gone are shown as failed; nothing is written. */
export async function lastImports(dataSource: DataSource, limit: number): Promise<PastImport[]> {
  // Queried first: an import that ends between the two statements has its outcome in the second.
  const killed = await dataSource.query<{ id: number }[]>(`SELECT id FROM imports WHERE ${IS_KILLED}`);
  return dataSource.query<PastImport[]>(
    `SELECT id, subject, network, file, mode, started_at AS "startedAt", finished_at AS "finishedAt",
         CASE WHEN killed THEN 'failed' ELSE outcome END AS outcome, CASE WHEN killed THEN $3 ELSE reason END AS reason,
         read, created, updated, unchanged, reopened, closed, rejected
       FROM (SELECT *, outcome = 'running' AND id = ANY ($2::integer[]) AS killed FROM imports) AS imports
       ORDER BY id DESC LIMIT $1`,
    [limit, killed.map(({ id }) => id), KILLED],
  );
}
