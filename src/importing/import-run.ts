import { type DatabaseClient } from '../database/database-client.js';
import { type LockWait, reportLockWaits, VIRTUAL_ID } from '../database/lock-waits.js';
import { begin, connect, inTransaction, withConnection } from './import-connection.js';
import { ImportFailed } from './import-errors.js';
import { type ImportStart, recordFailure, recordStart, recordSuccess } from './import-history.js';
import {
  type ImportCounts,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  type ImportSummary,
  noCounts,
} from './import-options.js';
import { FileNames } from './merge/stage-records.js';
import { RejectedRowReporter } from './report.js';

/** What the steps of one import share. */
export class ImportRun {
  readonly counts: ImportCounts = noCounts();
  readonly rejections: RejectedRowReporter;
  readonly files = new FileNames();
  readonly report: ImportReport;
  readonly signal: AbortSignal | undefined;

  /** @param client in the import's transaction */
  constructor(
    readonly client: DatabaseClient,
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
 * Runs one import in one transaction, and records it in the history.
 * @throws ImportFailed for whatever the work throws; then all of it is undone
 */
export async function runImport(
  options: ImportOptions,
  start: ImportStart,
  work: (run: ImportRun) => Promise<void>,
): Promise<ImportSummary> {
  const startedAt = performance.now();
  const client = await connect(options.database);
  const run = new ImportRun(client, options);
  try {
    await commitOrFail(options, start, run, () => supervised(options.database, run, () => work(run)));
  } finally {
    await client.end().catch(() => {});
  }
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const summary = { network: start.network, ...run.counts, seconds };
  options.report.done?.(summary);
  return summary;
}

async function commitOrFail(
  { database, dryRun }: ImportOptions,
  start: ImportStart,
  { client, counts, signal }: ImportRun,
  work: () => Promise<void>,
): Promise<void> {
  let id: number | undefined;
  let committing = false;
  let lost: Error | undefined;
  client.once('error', (error: Error) => {
    lost = error;
  });
  try {
    await begin(client);
    if (!dryRun) {
      id = await withConnection(database, (history) =>
        inTransaction(history, () => recordStart(history, client, start)),
      );
    }
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
    // A connection that is lost between two queries has its reason; the next query says only that it cannot be sent.
    const isUnsent = (error as Error).message.endsWith('not queryable');
    const failure = failureOf(isUnsent ? (lost ?? error) : error, signal);
    await client.query('ROLLBACK').catch(() => {});
    const isFailed =
      id === undefined || (await tryRecordFailure(database, client, id, failure.message, counts));
    // The commit succeeded, and only its response was lost.
    if (isFailed === false) return;
    throw isFailed === undefined && committing ? inDoubt(failure) : failure;
  }
}

/**
 * Records the failure on the import's connection, or on another where that is lost.
 * @returns false where the import was committed, undefined where the database is unavailable
 */
async function tryRecordFailure(
  database: string,
  client: DatabaseClient,
  id: number,
  reason: string,
  counts: ImportCounts,
): Promise<boolean | undefined> {
  const record = (on: DatabaseClient) => inTransaction(on, () => recordFailure(on, id, reason, counts));
  try {
    return await record(client);
  } catch {
    return withConnection(database, record).catch(() => undefined);
  }
}

const inDoubt = (cause: ImportFailed): ImportFailed =>
  new ImportFailed(
    'The connection was lost while the import was committed. `directory status` shows whether it is done',
    { cause },
  );

/** Reports what the work waits for, and lets the signal interrupt a statement that is running. */
async function supervised(database: string, run: ImportRun, work: () => Promise<void>): Promise<void> {
  // Found by its transaction: with a pooler, the server process of a finished transaction may serve another client.
  const { rows } = await run.client.query<{ transaction: string }>(VIRTUAL_ID);
  const { transaction } = rows[0]!;
  const ask = (text: string, values: unknown[]) =>
    withConnection(database, async (other) => (await other.query<LockWait>(text, values)).rows);
  const report = (message: string): void => run.report.waits?.(message);
  await reportLockWaits(transaction, ask, report, () => cancellable(database, run, transaction, work));
}

/** Lets the signal interrupt a statement that is running. */
async function cancellable(
  database: string,
  { signal, client }: ImportRun,
  transaction: string,
  work: () => Promise<void>,
): Promise<void> {
  const cancel = (): void => {
    withConnection(database, (other) =>
      other.query(
        `SELECT pg_cancel_backend(pid) FROM pg_locks WHERE locktype = 'virtualxid' AND virtualxid = $1 AND granted`,
        [transaction],
      ),
    ).catch(() => client.destroy());
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    await work();
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

const LOST = 'The connection to the database was lost; the log of PostgreSQL may have the reason';

/** What errors mean for the operator, by SQLSTATE or Node's code. */
const REASONS: Readonly<Record<string, string>> = {
  '42P01': 'The database is not migrated',
  '23505': 'Another session wrote the same rows concurrently; run the import again',
  '2200H': 'There are no ids left',
  ECONNRESET: LOST,
  EPIPE: LOST,
  '40P01': 'Another session changed the same rows concurrently; run the import again',
};

function failureOf(error: unknown, signal: AbortSignal | undefined): ImportFailed {
  if (error instanceof ImportFailed) return error;
  if (signal?.aborted) return new ImportFailed('The import was interrupted');
  const { code = '', message, constraint } = error as Error & { code?: string; constraint?: string };
  const reason =
    constraint === 'imports_pkey' ? SEQUENCE_BEHIND : (REASONS[code] ?? `The import failed: ${message}`);
  return new ImportFailed(reason, { cause: error });
}

/** Imports move the sequences of networks and programs themselves. */
const SEQUENCE_BEHIND =
  'The sequence of imports.id is behind the table, as after a switch to a logical replica. ' +
  `Run: SELECT setval(pg_get_serial_sequence('imports', 'id'), (SELECT max(id) FROM imports))`;
