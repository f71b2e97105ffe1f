import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { type Field } from '../normalizing/field.js';
import { type NormalizedValue, readableValue, validateRecord } from '../normalizing/normalize-row.js';
import { type ImportRun } from '../import-run.js';
import { type RecordSource, type SourceRecord } from '../record-source.js';
import { ImportWarnings } from '../report.js';
import { SharedHosts } from '../shared-hosts.js';
import { copyLineWriter, createFeedRows, feedColumns } from './feed-rows.js';

/** Characters in one message to the database. */
const CHUNK = 64 * 1024;
const ROWS_BETWEEN_PROGRESS = 1000;
const EMPTY_ARRAY = '{}';
/**
 * Text without these is in normalization form C in all versions of Unicode: no character below U+0300 combines with
 * another.
 */
const MAY_NOT_BE_NFC = /[\u0300-\uffff]/;

/** The rows that an import reads. */
export interface RowDefinition {
  fields: readonly Field[];
  /** A rejected row is staged with this field alone, where it can be read; so are alternative readings of accepted ones. */
  key?: Field;
  /** A required field: an alternative reading of an accepted row counts only with a valid value for it. */
  address?: Field;
  /** Definitions of further columns of `feed_rows`, null at first. */
  furtherColumns?: readonly string[];
}

/** Summary of the rows in `feed_rows`, by which an import skips statements that would match no row. */
export class StagingSummary {
  /** Whether any accepted row has an id. */
  hasIds = false;
  /** Whether any accepted row has further domains. */
  hasDomains = false;
  /** Whether the database may see text that is not in normalization form C, though Node.js normalized it. */
  needsNfcCheck = false;
  private readonly idIndex: number;
  private readonly domainsIndex: number;

  constructor(fields: readonly Field[]) {
    this.idIndex = fields.findIndex(({ column }) => column === 'id');
    this.domainsIndex = fields.findIndex(({ column }) => column === 'domains');
  }

  addAccepted(values: readonly NormalizedValue[]): void {
    this.hasIds ||= typeof values[this.idIndex] === 'string';
    const domains = values[this.domainsIndex];
    this.hasDomains ||= typeof domains === 'string' && domains !== EMPTY_ARRAY;
  }

  addText(text: string): void {
    this.needsNfcCheck ||= MAY_NOT_BE_NFC.test(text);
  }
}

/** Reads, normalizes and counts all records, and copies them into the table `feed_rows`. */
export async function stageRecords(
  run: ImportRun,
  source: RecordSource,
  definition: RowDefinition,
): Promise<StagingSummary> {
  await run.client.query(createFeedRows(definition.fields, definition.furtherColumns));
  run.enterPhase('reading');
  const warnings = new ImportWarnings(new Set(definition.fields.map(({ name }) => name)));
  const hosts = new SharedHosts(definition.fields, source.templateHosts);
  const staged = new StagingSummary(definition.fields);
  const copy = run.client.query(
    copyFrom(`COPY feed_rows (${feedColumns(definition.fields).join(', ')}) FROM STDIN`),
  );
  const signal = run.signal ? { signal: run.signal } : {};
  const copying = pipeline(
    Readable.from(copyChunks(run, source, definition, warnings, hosts, staged)),
    copy,
    signal,
  );
  const over = new AbortController();
  await Promise.race([copying, rejectOnAbort(run.signal, over.signal)]).finally(() => over.abort());
  warnings.reportTo((message) => run.report.warn(message));
  hosts.reportTo((message) => run.report.warn(message));
  await run.client.query('ANALYZE feed_rows');
  return staged;
}

/**
 * Rejects as soon as the signal is aborted; a pipeline would wait for a source that yields nothing.
 * @param over aborted when the promise is not needed any more
 */
function rejectOnAbort(signal: AbortSignal | undefined, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: over });
  });
}

async function* copyChunks(
  run: ImportRun,
  source: RecordSource,
  definition: RowDefinition,
  warnings: ImportWarnings,
  hosts: SharedHosts,
  staged: StagingSummary,
): AsyncGenerator<Buffer> {
  const lineOf = copyLineWriter(definition.fields);
  let chunk = '';
  for await (const batch of source.batches()) {
    for (const record of batch) {
      const ordinal = ++run.counts.read;
      if (ordinal % ROWS_BETWEEN_PROGRESS === 0) run.enterPhase('reading');
      const values = validateRecord(record, definition.fields, warnings);
      const accepted = Array.isArray(values);
      if (accepted) {
        hosts.add(values);
        staged.addAccepted(values);
      } else {
        await run.rejections.add(record, values);
      }
      const { line } = record;
      const file = run.files.indexOf(record.file);
      if (accepted) chunk += lineOf({ ordinal, file, line, rejected: false, values });
      const keys = accepted
        ? keysOfAlternatives(definition, record, values)
        : readableKeys(definition, record);
      for (const key of keys)
        chunk += lineOf({ ordinal, file, line, rejected: true, values: keyOnly(definition, key) });
      if (chunk.length < CHUNK) continue;
      staged.addText(chunk);
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  staged.addText(chunk);
  yield Buffer.from(chunk);
}

/** The keys that a rejected record may have. */
function readableKeys({ key }: RowDefinition, record: SourceRecord): ReadonlySet<string> {
  const readings = [record.values, ...(record.otherReadings ?? [])];
  return new Set(readings.flatMap((values) => (key && readableValue(key, values)) ?? []));
}

/** The other keys that an accepted record may have: of readings with an address as well, since most are just text. */
function keysOfAlternatives(
  { fields, key, address }: RowDefinition,
  { otherReadings }: SourceRecord,
  accepted: readonly NormalizedValue[],
): ReadonlySet<string> {
  if (!otherReadings || !key || !address) return NO_KEYS;
  const withAddress = otherReadings.filter((reading) => readableValue(address, reading) !== undefined);
  const keys = new Set(withAddress.flatMap((reading) => readableValue(key, reading) ?? []));
  keys.delete(accepted[fields.indexOf(key)] ?? '');
  return keys;
}

/** Shared, since most records have no alternative readings. */
const NO_KEYS: ReadonlySet<string> = new Set();

/** The values of a row that has nothing but its key. */
function keyOnly({ fields, key }: RowDefinition, text: string): NormalizedValue[] {
  return fields.map((field) => (field === key ? text : undefined));
}

/** The distinct names of an import's files; rows refer to them by index. */
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
