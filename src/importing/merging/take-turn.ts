import { LOCKS } from '../import-locks.js';
import { type ImportRun } from '../import-run.js';

/**
 * Waits until no other import of the same runs, and tells where that is so.
 * @param id of the network whose programs come; 0 for an import of networks
 */
export async function takeTurn({ client, report }: ImportRun, id: number): Promise<void> {
  const lock = [LOCKS.network, id];
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, $2) AS free',
    lock,
  );
  if (rows[0]?.free) return;
  report.waits?.();
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', lock);
}
