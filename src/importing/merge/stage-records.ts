import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { type Field } from '../normalizing/field.js';
import { readableKey, validateRecord } from '../normalizing/normalize-row.js';
import { type ImportRun } from '../import-run.js';
import { type RecordSource, type SourceRecord } from '../record-source.js';
import { ImportWarnings } from '../report.js';
import { copyLines, createFeedRows, feedColumns } from './feed-rows.js';

/** Characters sent to the database at once. */
const CHUNK = 64 * 1024;
const ROWS_BETWEEN_PROGRESS = 1000;

/** Which rows an import reads, and what a rejected one is still good for. */
export interface RowKind {
  fields: readonly Field[];
  /** Where given, a rejected row whose key can be read is staged with its key alone. */
  key?: Field;
  /** Definitions of further columns of `feed_rows`, null at first. */
  further?: readonly string[];
}

/** Reads, cleans and counts all records, and leaves them in the table `feed_rows`. */
export async function stageRecords(run: ImportRun, source: RecordSource, kind: RowKind): Promise<void> {
  await run.client.query(createFeedRows(kind.fields, kind.further));
  run.enter('reading');
  const leftOut = new ImportWarnings(new Set(kind.fields.map(({ name }) => name)));
  const copy = run.client.query(
    copyFrom(`COPY feed_rows (${feedColumns(kind.fields).join(', ')}) FROM STDIN`),
  );
  const signal = run.signal ? { signal: run.signal } : {};
  const copying = pipeline(Readable.from(copyChunks(run, source, kind, leftOut)), copy, signal);
  const over = new AbortController();
  await Promise.race([copying, abortOf(run.signal, over.signal)]).finally(() => over.abort());
  leftOut.tell((message) => run.report.warn(message));
  await run.client.query('ANALYZE feed_rows');
}

/**
 * Rejects at once, where a pipeline waits for its source to close: one that gives nothing doesn't.
 * @param over is aborted when nobody waits any more
 */
function abortOf(signal: AbortSignal | undefined, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: over });
  });
}

async function* copyChunks(
  run: ImportRun,
  source: RecordSource,
  kind: RowKind,
  leftOut: ImportWarnings,
): AsyncGenerator<Buffer> {
  const lineOf = copyLines(kind.fields);
  let chunk = '';
  for await (const record of source.records()) {
    const ordinal = ++run.counts.read;
    if (ordinal % ROWS_BETWEEN_PROGRESS === 0) run.enter('reading');
    const judged = validateRecord(record, kind.fields, leftOut);
    const clean = Array.isArray(judged);
    if (!clean) await run.rejections.add(record, judged);
    const row = clean ? { rejected: false, values: judged } : keyAlone(kind, record);
    if (!row) continue;
    const file = run.files.indexOf(record.file);
    chunk += lineOf({ ordinal, file, line: record.line, ...row });
    if (chunk.length < CHUNK) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

function keyAlone({ fields, key }: RowKind, { values }: SourceRecord) {
  const text = key && readableKey(key, values);
  if (text === undefined) return undefined;
  return { rejected: true, values: fields.map((field) => (field === key ? text : undefined)) };
}

/** The names of the files that rows came from, kept once each. */
export class FileNames {
  readonly names: string[] = [];

  indexOf(name: string): number {
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }

  at(index: number): string {
    return this.names[index] ?? '';
  }
}
