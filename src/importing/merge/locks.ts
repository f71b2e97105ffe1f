import { type ClientBase } from 'pg';
import { ImportFailed } from '../import-errors.js';
import { type ImportRun } from '../import-run.js';

/** First keys of the advisory locks of imports; the second is an id. */
export const LOCKS = {
  /** Held by an import of the network's programs; id 0 by an import of networks. */
  network: 1768910000,
  /** Held as long as the import of this id runs: it distinguishes a running import from a killed one. */
  running: 1768910001,
  /** Held while the sequence of a table's ids is moved; the id is that of the table. */
  ids: 1768910002,
} as const;

/** SQL: the other import that holds a network's lock; without an import where it is a dry run. $1 is the lock's id. */
const LOCK_HOLDER = `
  SELECT imports.id, imports.file, imports.started_at AS "startedAt"
    FROM pg_locks AS held
      LEFT JOIN pg_locks AS running
        ON running.pid = held.pid AND running.locktype = 'advisory' AND running.classid::bigint = ${LOCKS.running}
      LEFT JOIN imports ON imports.id = running.objid::bigint
    WHERE held.locktype = 'advisory' AND held.granted
      AND held.classid::bigint = ${LOCKS.network} AND held.objid::bigint = $1
      AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
`;

/**
 * Waits until no other import of the same network runs, and reports which one it waits for.
 * @param id of the network whose programs are imported; 0 for an import of networks
 * @param name what is imported, for the report
 */
export async function acquireLock({ client, report }: ImportRun, id: number, name: string): Promise<void> {
  const lock = [LOCKS.network, id];
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, $2) AS free',
    lock,
  );
  if (rows[0]?.free) return;
  const { rows: holders } = await client.query<LockHolder>(LOCK_HOLDER, [id]);
  report.waits?.(`Waiting for another import of ${name} to end${described(holders[0])}`);
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', lock);
}

interface LockHolder {
  id: number | null;
  file: string;
  startedAt: Date;
}

function described(holder: LockHolder | undefined): string {
  if (!holder) return '';
  if (holder.id === null) return ' (a dry run)';
  return ` (import ${holder.id}, of ${holder.file}, started ${holder.startedAt.toISOString()})`;
}

/**
 * Finds the network whose programs are imported, and waits until no other import of it runs.
 * @returns its id
 * @throws ImportFailed where there is no such network
 */
export async function lockNetwork(run: ImportRun, name: string): Promise<number> {
  const { rows } = await run.client.query<{ id: number }>('SELECT id FROM networks WHERE name = $1', [name]);
  const id = rows[0]?.id;
  if (id === undefined) throw new ImportFailed(`There is no network named ${JSON.stringify(name)}`);
  await acquireLock(run, id, name);
  return id;
}

/** Keeps the network from being deleted or renamed until the import is committed. */
export async function lockNetworkRow(client: ClientBase, id: number): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM networks WHERE id = $1 FOR KEY SHARE', [id]);
  if (!rowCount) throw new ImportFailed('The network was deleted while the feed was read');
}
