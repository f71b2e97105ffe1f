import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { FailureLog } from '../database/failure-log.js';
import { type Statement } from '../database/statement.js';

/** Maximum number of networks in the metrics, which bounds the number of their series. */
const MAX_NETWORKS = 100;

const OUTCOMES = {
  name: 'import outcomes',
  text: 'SELECT subject, outcome, count(*) FROM imports GROUP BY subject, outcome',
};
const OLDEST_SYNCS = {
  name: 'oldest syncs',
  text: `SELECT name, extract(epoch FROM now() - last_sync) FROM networks
    WHERE live AND last_sync IS NOT NULL
    ORDER BY coalesce(last_sync, 'infinity'), id LIMIT ${MAX_NETWORKS}`,
};

/** Figures about imports, read from the database at each scrape. A figure that cannot be read is omitted. */
@Injectable()
export class ImportFigures {
  private readonly log = new Logger('ImportFigures');
  private readonly outcomesFailures = new FailureLog(this.log);
  private readonly syncsFailures = new FailureLog(this.log);

  constructor(private readonly database: Database) {}

  /** Numbers of imports in the history, by subject and outcome. */
  async outcomes(): Promise<{ subject: string; outcome: string; count: number }[]> {
    const rows = await this.rows(OUTCOMES, this.outcomesFailures);
    return rows.map(([subject, outcome, count]) => ({
      subject: subject!,
      outcome: outcome!,
      count: Number(count),
    }));
  }

  /** Seconds since the last successful import of a network, for the live networks with the oldest ones. */
  async oldestSyncs(): Promise<{ network: string; seconds: number }[]> {
    return (await this.rows(OLDEST_SYNCS, this.syncsFailures)).map(([network, seconds]) => ({
      network: network!,
      seconds: Number(seconds),
    }));
  }

  private async rows(statement: Statement, failures: FailureLog): Promise<(string | null)[][]> {
    try {
      const rows = await this.database.rows(statement);
      failures.works();
      return rows;
    } catch (error) {
      // Another gauge reports an unavailable database.
      if (!(error instanceof DatabaseUnavailable)) {
        failures.failed(
          `some metrics of imports are missing: ${statement.name}: ${(error as Error).message}`,
        );
      }
      return [];
    }
  }
}
