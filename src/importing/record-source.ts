/** The location of a record: the file's name as in reports, and its first line (in a JSON array its index, from 1). */
export interface RecordLocation {
  file: string;
  line: number;
}

/** Why a row is rejected. The field is `row` for a problem of the row itself. */
export interface Problem {
  field: string;
  reason: string;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Alternative readings of a record, where the fields of its values are uncertain, or where its lines may be separate rows.
 * The programs whose keys they have are not closed.
 */
type OtherReadings = readonly Values[];

/**
 * One row under the canonical field names (those of the API). The values are as the file has them, not yet normalized:
 * a key that is missing leaves the stored value, null clears it. Names that no field has are ignored with a warning.
 */
export interface RowRecord extends RecordLocation {
  values: Values;
  otherReadings?: OtherReadings;
}

/**
 * One row that cannot be parsed. `values` has the fields that could be read: when the key is among them, its program
 * stays unchanged.
 */
interface BrokenRecord extends RecordLocation {
  problem: Problem;
  values?: Values;
  otherReadings?: OtherReadings;
}

export type SourceRecord = RowRecord | BrokenRecord;

/** Consecutive records. Awaiting each of them by itself would take about as long as normalizing it. */
export type RecordBatch = readonly SourceRecord[];

/**
 * The input of an import: a file of canonical rows, or a network's feed of one or several files, converted to such rows.
 * Normalizing, comparing and merging are the same for all sources.
 */
export interface RecordSource {
  /**
   * The records in the order of the files, a batch for each chunk that is read, which may be empty. May be called once.
   * Throws `ImportFailed` for a file that cannot be trusted: truncated, of another format, or an error page.
   */
  batches(): AsyncIterable<RecordBatch>;

  /**
   * Called after the last record. Returns why the feed is known to be incomplete ("120 programs declared, 100 found"),
   * else undefined. An incomplete feed closes nothing, whatever the mode.
   */
  incomplete?(): string | undefined;

  /** Hosts of register links that the operator wrote in a template. */
  readonly templateHosts?: readonly string[];
}
