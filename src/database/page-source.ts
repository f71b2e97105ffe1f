import { Injectable } from '@nestjs/common';
import { isOutage } from './database-unavailable.js';
import { asText, Database, type Statement } from './database.js';
import { type Lists } from './directory-state.js';
import { Replicas } from './replicas.js';

type Rows = (string | null)[][];

/** Reads pages from a replica that is up to date for their lists, else from the primary. */
@Injectable()
export class PageSource {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
  ) {}

  /** As `Database.rows`, of a state of the lists that is no older than the one known when it was called. */
  async rows(lists: Lists, statement: Statement, values: unknown[] = []): Promise<Rows> {
    const replica = this.replicas.next(lists);
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
