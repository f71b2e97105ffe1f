/** Where a record is: the file's name as in reports, and its first line (in a JSON array the element's number, from 1). */
export interface RecordLocation {
  file: string;
  line: number;
}

/** Why a row is rejected. The field is `row` where the problem is that of the whole row. */
export interface Problem {
  field: string;
  reason: string;
}

/**
 * One row under the canonical field names (those of the API). The values are as the file has them, not yet cleaned:
 * a key that is missing leaves the stored value, null clears it. Names that no field has are ignored with a warning.
 */
export interface RowRecord extends RecordLocation {
  values: Readonly<Record<string, unknown>>;
}

/**
 * One row that cannot be understood. `values` holds what could be read of it all the same: when the key is there,
 * its program is left as it was.
 */
interface BrokenRecord extends RecordLocation {
  problem: Problem;
  values?: Readonly<Record<string, unknown>>;
}

export type SourceRecord = RowRecord | BrokenRecord;

/**
 * What an import reads: a file of canonical rows, or a network's feed of one or several files made into such rows.
 * Cleaning, comparing and merging come behind it and are the same for all.
 */
export interface RecordSource {
  /**
   * The records in the order of the files, read once. Throws `ImportFailed` when the whole cannot be trusted: a file
   * that is cut, of another format, an error page.
   */
  records(): AsyncIterable<SourceRecord>;

  /**
   * Asked after the last record: why the feed is known not to be whole ("120 programs declared, 100 found"), else
   * undefined. An incomplete feed closes nothing, whatever the mode.
   */
  incomplete?(): string | undefined;

  /** Hosts of register links that the operator wrote in a template. */
  readonly templateHosts?: readonly string[];
}
