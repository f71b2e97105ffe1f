import { Injectable } from '@nestjs/common';
import { asText, Database, type Statement } from './database.js';
import { isOutage } from './database-unavailable.js';
import { Replicas } from './replicas.js';

/** Where pages are read: from a replica that is up to date, else from the primary. */
@Injectable()
export class PageSource {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
  ) {}

  /** As `Database.rows`, of a state that is no older than the version known when it was asked. */
  async rows(statement: Statement, values: unknown[] = []): Promise<(string | null)[][]> {
    const replica = this.replicas.next();
    if (replica === undefined) return this.database.rows(statement, values);
    try {
      return (await replica.pool.query<(string | null)[]>(asText(statement, values))).rows;
    } catch (error) {
      if (!isOutage(error)) throw error;
      replica.fail(error as Error);
      return this.database.rows(statement, values);
    }
  }
}
