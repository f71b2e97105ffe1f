import { type RecordSource } from './record-source.js';

export type ImportMode = 'full' | 'partial';

export interface ImportProgress {
  phase: 'waiting' | 'reading' | 'comparing' | 'writing';
  /** Rows read so far. */
  rows: number;
}

/** What an import reports while it runs. */
export interface ImportReport {
  /** One rejected row: `FILE:LINE: field: reason`. Called for each, the next when the promise is fulfilled. */
  reject(line: string): void | Promise<void>;
  warn(message: string): void;
  /** Another session holds a lock that the import needs. Called once for each wait, with a sentence that names it. */
  waits?(message: string): void;
  /** At each new phase, and every thousand rows. */
  progress?(progress: ImportProgress): void;
  /** As soon as the import is committed; only housekeeping follows. */
  done?(summary: ImportSummary): void;
}

export interface ImportOptions {
  /** Connection URL of the primary. */
  database: string;
  source: RecordSource;
  /** What the history calls the source. */
  file: string;
  /** `N` or `N%` of the rows read; without it 1 %, and always 10. */
  maxRejected?: string | undefined;
  /** Compares and counts, and writes nothing. */
  dryRun?: boolean | undefined;
  report: ImportReport;
  /** Stops the import, which then fails and changes nothing. */
  signal?: AbortSignal | undefined;
}

export interface ProgramImportOptions extends ImportOptions {
  /** Name of the network. */
  network: string;
  mode: ImportMode;
  /** `N` or `N%` of the programs active before; without it 20 %, and always 10. Counts in full mode. */
  maxClosed?: string | undefined;
}

/** How many rows and programs (or networks) an import has met so far. */
export interface ImportCounts {
  /** Rows. */
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  reopened: number;
  closed: number;
  /** Rows. */
  rejected: number;
}

export interface ImportSummary extends ImportCounts {
  /** Null for an import of networks. */
  network: string | null;
  seconds: number;
}

export const noCounts = (): ImportCounts => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  reopened: 0,
  closed: 0,
  rejected: 0,
});
