import { Injectable } from '@nestjs/common';
import { isOutage } from './database-unavailable.js';
import { Database } from './database.js';
import { type DirectoryState, type Lists, parseDirectoryState } from './directory-state.js';
import { DirectoryWatch } from './directory-watch.js';
import { Replicas } from './replicas.js';
import { type Statement, type TextRows } from './statement.js';

/** What was read from one snapshot, and the state of the directory in it. */
interface Snapshot {
  directory: DirectoryState;
  rows: TextRows;
}

/** Reads pages from a replica that is up to date for their lists, else from the primary. */
@Injectable()
export class PageSource {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
    private readonly watch: DirectoryWatch,
  ) {}

  /** As `rows`, of a statement that has `DIRECTORY_STATE` as its last column, at least in the first row. */
  async read(lists: Lists, statement: Statement, values: unknown[] = []): Promise<Snapshot> {
    const rows = await this.rows(lists, statement, values);
    const directory = parseDirectoryState(rows[0]!.at(-1)!);
    this.watch.sawDirectory(directory);
    return { directory, rows };
  }

  /** As `Database.rows`, of a state of the lists that is no older than the one known when it was called. */
  async rows(lists: Lists, statement: Statement, values: unknown[] = []): Promise<TextRows> {
    const replica = this.replicas.next(lists);
    if (replica === undefined) return this.database.rows(statement, values);
    try {
      return await replica.pool.rows(statement, values);
    } catch (error) {
      if (!isOutage(error)) throw error;
      replica.fail(error as Error);
      return this.database.rows(statement, values);
    }
  }
}
