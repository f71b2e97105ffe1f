import { connect } from '../import-connection.js';
import { type ImportOptions, type ImportSummary } from '../import-options.js';

/** Fewer written rows are left to autovacuum. */
const MIN_WRITTEN_ROWS = 1000;

/**
 * Vacuums the tables after an import that wrote many programs, so that index-only scans can read the lists again. It
 * waits for no lock, the signal cancels it, and its failure does not fail the import.
 */
export async function vacuumAfter(
  summary: ImportSummary,
  { database, report, signal }: ImportOptions,
): Promise<void> {
  if (summary.created + summary.updated + summary.reopened + summary.closed < MIN_WRITTEN_ROWS) return;
  try {
    const client = await connect(database, '-c statement_timeout=0 -c lock_timeout=0');
    const stop = () => void client.end();
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop, { once: true });
      await client.query('VACUUM (ANALYZE, SKIP_LOCKED) programs, program_domains');
    } finally {
      signal?.removeEventListener('abort', stop);
      await client.end();
    }
  } catch (error) {
    report.warn(`The import is done, but the tables could not be vacuumed: ${(error as Error).message}`);
  }
}
