import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';

const OUTCOMES = {
  name: 'import outcomes',
  text: 'SELECT subject, outcome, count(*) FROM imports GROUP BY subject, outcome',
};
const SYNC_AGES = {
  name: 'sync ages',
  text: 'SELECT name, extract(epoch FROM now() - last_sync) FROM networks WHERE last_sync IS NOT NULL',
};

/** What the database tells of imports; nothing while it is out of reach, which other figures show. */
@Injectable()
export class ImportFigures {
  constructor(private readonly database: Database) {}

  async outcomes(): Promise<{ subject: string; outcome: string; count: number }[]> {
    const rows = await this.rows(OUTCOMES);
    return rows.map(([subject, outcome, count]) => ({
      subject: subject!,
      outcome: outcome!,
      count: Number(count),
    }));
  }

  async syncAges(): Promise<{ network: string; seconds: number }[]> {
    return (await this.rows(SYNC_AGES)).map(([network, seconds]) => ({
      network: network!,
      seconds: Number(seconds),
    }));
  }

  private rows(statement: { name: string; text: string }): Promise<(string | null)[][]> {
    return this.database.rows(statement).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) return [];
      throw error;
    });
  }
}
