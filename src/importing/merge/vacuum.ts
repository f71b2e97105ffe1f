import { connect } from '../import-connection.js';
import { type ImportOptions, type ImportSummary } from '../import-options.js';

/** Fewer written rows are left to the database's own housekeeping. */
const MANY = 1000;

/**
 * Clears up after an import that wrote many programs, so that the lists are read from their indexes alone again. It
 * waits for nobody, the signal ends it, and the import stands whatever comes of it.
 */
export async function vacuumAfter(
  summary: ImportSummary,
  { database, report, signal }: ImportOptions,
): Promise<void> {
  if (summary.created + summary.updated + summary.reopened + summary.closed < MANY) return;
  try {
    const client = await connect(database, '-c statement_timeout=0 -c lock_timeout=0');
    const stop = () => void client.end();
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop, { once: true });
      await client.query('VACUUM (ANALYZE, SKIP_LOCKED) programs');
    } finally {
      signal?.removeEventListener('abort', stop);
      await client.end();
    }
  } catch (error) {
    report.warn(`The import is done, but the table could not be vacuumed: ${(error as Error).message}`);
  }
}
