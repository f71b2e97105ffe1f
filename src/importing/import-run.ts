import { type Client } from 'pg';
import { ImportFailed } from './import-errors.js';
import { connect } from './import-connection.js';
import {
  type ImportStart,
  recordSuccess,
  recordFailure,
  recordKilledImports,
  recordStart,
} from './import-history.js';
import {
  type ImportCounts,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  type ImportSummary,
  noCounts,
} from './import-options.js';
import { RejectedRowReporter } from './report.js';
import { FileNames } from './merge/stage-records.js';

/** What the steps of one import share. */
export class ImportRun {
  readonly counts: ImportCounts = noCounts();
  readonly rejections: RejectedRowReporter;
  readonly files = new FileNames();
  readonly report: ImportReport;
  readonly signal: AbortSignal | undefined;

  /** @param client in the import's transaction */
  constructor(
    readonly client: Client,
    { report, signal }: ImportOptions,
  ) {
    this.report = report;
    this.signal = signal;
    this.rejections = new RejectedRowReporter(this.counts, (line) => report.reject(line));
  }

  enterPhase(phase: ImportProgress['phase']): void {
    this.report.progress?.({ phase, rows: this.counts.read });
  }
}

/**
 * Runs one import in one transaction and keeps its history. Whatever the work throws undoes all of it and comes out
 * as `ImportFailed`.
 */
export async function runImport(
  options: ImportOptions,
  start: ImportStart,
  work: (run: ImportRun) => Promise<void>,
): Promise<ImportSummary> {
  const began = performance.now();
  const history = await connect(options.database);
  try {
    const client = await connect(options.database);
    const run = new ImportRun(client, options);
    try {
      await inHistory(history, options, start, run, () => cancellable(history, run, () => work(run)));
    } finally {
      await client.end().catch(() => {});
    }
    const seconds = Math.round(performance.now() - began) / 1000;
    const summary = { network: start.network, ...run.counts, seconds };
    options.report.done?.(summary);
    return summary;
  } finally {
    await history.end().catch(() => {});
  }
}

async function inHistory(
  history: Client,
  { dryRun }: ImportOptions,
  start: ImportStart,
  run: ImportRun,
  work: () => Promise<void>,
): Promise<void> {
  const { client, counts, signal } = run;
  let id: number | undefined;
  let committing = false;
  try {
    if (!dryRun) {
      await recordKilledImports(history);
      id = await recordStart(history, client, start);
    }
    await client.query('BEGIN');
    await work();
    signal?.throwIfAborted();
    if (id === undefined) {
      await client.query('ROLLBACK');
    } else {
      await recordSuccess(client, id, counts);
      committing = true;
      await client.query('COMMIT');
    }
  } catch (error) {
    const failure = failureOf(error, signal);
    await client.query('ROLLBACK').catch(() => {});
    const failed = id === undefined || (await isFailed([history, client], id, failure, counts));
    // The commit came through, and only its answer was lost.
    if (failed === false) return;
    throw failed === undefined && committing ? inDoubt(failure) : failure;
  }
}

/**
 * Notes the failure in the history, over the first session that answers.
 * @returns false where the import is done after all, undefined where no session answers
 */
async function isFailed(
  sessions: Client[],
  id: number,
  failure: ImportFailed,
  counts: ImportCounts,
): Promise<boolean | undefined> {
  for (const session of sessions) {
    const noted = await recordFailure(session, id, failure.message, counts).catch(() => undefined);
    if (noted !== undefined) return noted;
  }
  return undefined;
}

const inDoubt = (cause: ImportFailed): ImportFailed =>
  new ImportFailed(
    'The database was lost while it committed the import. `directory status` tells whether it is done',
    { cause },
  );

/** Lets the signal interrupt a statement that the database is at. */
async function cancellable(history: Client, run: ImportRun, work: () => Promise<void>): Promise<void> {
  const { rows } = await run.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = (): void => {
    history.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => {});
  };
  run.signal?.throwIfAborted();
  run.signal?.addEventListener('abort', cancel, { once: true });
  try {
    await work();
  } finally {
    run.signal?.removeEventListener('abort', cancel);
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined): ImportFailed {
  if (error instanceof ImportFailed) return error;
  if (signal?.aborted) return new ImportFailed('The import was interrupted');
  const { code, message } = error as Error & { code?: string };
  const reasons: Readonly<Record<string, string>> = {
    '42P01': 'The database is not migrated',
    '23505': 'Something else wrote the same rows at the same time; run the import again',
    '2200H': 'There are no ids left',
    '40P01': 'Something else changed the same rows at the same time; run the import again',
  };
  return new ImportFailed((code && reasons[code]) ?? `The database did not take the import: ${message}`, {
    cause: error,
  });
}
