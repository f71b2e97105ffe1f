import { type ImportReport, type ImportSummary } from '../importing/import-options.js';
import { MAX_WARNING_LENGTH, printable } from '../importing/report.js';
import { sharesSessions } from '../database/shared-sessions.js';
import { withDatabase } from './command-database.js';
import { CommandFailed } from './command-failed.js';
import { refuseToOverwriteInputs } from './overwrite-check.js';
import { printResult } from './output.js';
import { ProgressLine } from './progress-line.js';
import { RejectedRows } from './rejected-rows.js';

const NEEDS_SESSION =
  'The connection pooler shares sessions between transactions, and an import needs a session of its own. Connect to PostgreSQL directly, or by a pooler in session mode.';

/** What the command line provides to an import. */
export interface ImportSession {
  url: string;
  report: ImportReport;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** Options of every import. */
export interface ImportFlags {
  maxRejected?: string;
  dryRun?: boolean;
  rejects?: string;
  json?: boolean;
}

/**
 * Runs an import, shows its progress, and prints its summary.
 * @param files its input files, which `--rejects` must not overwrite
 * @param prepare validates the options and returns the run; nothing is changed before
 */
export async function runImportCommand(
  flags: ImportFlags,
  files: string[],
  prepare: (warn: ImportReport['warn']) => (session: ImportSession) => Promise<unknown>,
): Promise<void> {
  const progress = new ProgressLine(process.stderr);
  const warn = (message: string) => progress.above(printable(message, MAX_WARNING_LENGTH));
  const run = prepare(warn);
  await refuseToOverwriteInputs(flags.rejects, files);
  const rejected = await RejectedRows.open(flags.rejects, (line) => progress.above(line));
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  const report: ImportReport = {
    reject: (line) => rejected.add(line),
    warn,
    waits: warn,
    progress: (state) => progress.show(state),
    done(summary) {
      progress.end();
      printResult(flags.json, summary, sentence(summary, flags.dryRun));
    },
  };
  try {
    await withDatabase(async ({ url, dataSource }) => {
      if (await sharesSessions(dataSource)) throw new CommandFailed(NEEDS_SESSION);
      await run({ url, report, signal: stop.signal });
    });
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
    progress.end();
    await rejected.end();
  }
}

function sentence(summary: ImportSummary, dryRun: boolean | undefined): string {
  const { network, read, created, updated, unchanged, reopened, closed, rejected, seconds } = summary;
  const counts = `${read} rows read: ${created} created, ${updated} updated, ${unchanged} unchanged, ${reopened} reopened, ${closed} closed, ${rejected} rejected`;
  return `${dryRun ? 'Dry run, nothing changed. ' : ''}${network ?? 'Networks'}: ${counts}; ${seconds} s`;
}
