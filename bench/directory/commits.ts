import { setTimeout as pause } from 'node:timers/promises';
import { type Directory } from './directory.js';

/** What an import does that finds nothing new. */
export const SYNC_ONLY = 'UPDATE networks SET last_sync = clock_timestamp() WHERE id = 1';
/** What an import does that finds one changed program. */
export const ONE_PROGRAM = `UPDATE programs SET updated_at = clock_timestamp()
  WHERE id = (SELECT min(id) FROM programs WHERE status)`;

/** Commits a statement once a second for as long as `action` takes. */
export async function whileCommitting<T>(
  directory: Directory,
  statement: string,
  action: () => Promise<T>,
): Promise<T> {
  let done = false;
  const committing = directory.session(async (client) => {
    while (!done) {
      await client.query(statement);
      await pause(1_000);
    }
  });
  try {
    return await action();
  } finally {
    done = true;
    await committing;
  }
}
