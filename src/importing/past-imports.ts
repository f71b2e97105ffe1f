import { type DataSource } from 'typeorm';
import { noteKilledImports } from './import-history.js';
import { type ImportCounts } from './import-summary.js';

/** An import that runs, or is over. */
export interface PastImport extends ImportCounts {
  id: number;
  subject: 'networks' | 'programs';
  network: string | null;
  /** The names of its files. */
  file: string;
  mode: string | null;
  startedAt: Date;
  finishedAt: Date | null;
  outcome: 'running' | 'done' | 'failed';
  reason: string | null;
}

/** The last imports, the latest first. Those whose process is gone count as failed from now on. */
export async function lastImports(dataSource: DataSource, most: number): Promise<PastImport[]> {
  await noteKilledImports(dataSource);
  return dataSource.query<PastImport[]>(
    `SELECT id, subject, network, file, mode, started_at AS "startedAt", finished_at AS "finishedAt", outcome, reason,
         read, created, updated, unchanged, reopened, closed, rejected
       FROM imports ORDER BY id DESC LIMIT $1`,
    [most],
  );
}
