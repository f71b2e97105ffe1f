import { type ClientBase } from 'pg';
import { moveIds } from './ids.js';
import { settleTimestamp } from './import-timestamp.js';
import { type MergeDefinition, type MergeStatements, mergeStatements } from './merge-statements.js';

export interface Comparison {
  /** Accepted rows. */
  accepted: number;
  created: number;
  /** New rows that need an id. */
  createdWithoutId: number;
  /** Stored rows that change. */
  changed: number;
}

/** Merges the accepted rows of `feed_rows` into one table: `compare` finds what changes, `write` writes it. */
export class TableMerge {
  private readonly statements: MergeStatements;

  /** @param client in the import's transaction */
  constructor(
    private readonly client: ClientBase,
    private readonly definition: MergeDefinition,
  ) {
    this.statements = mergeStatements(definition);
  }

  /**
   * Fills the table of the changed rows, and locks what they will change.
   * @param values the parameters of the definition's `after`
   */
  async compare(values: unknown[] = []): Promise<Comparison> {
    const { createChanged, findChanged, count } = this.statements;
    await this.client.query(createChanged);
    await this.client.query(findChanged, values);
    const { rows } = await this.client.query<Comparison>(count);
    return rows[0]!;
  }

  /** Inserts the new rows and updates the changed ones; rows that change nothing are not touched. */
  async write(time: string, { created, createdWithoutId, changed }: Comparison): Promise<void> {
    const { insertWithId, insertWithoutId, update } = this.statements;
    if (created > 0) await moveIds(this.client, this.definition.table);
    if (created > createdWithoutId) await this.client.query(insertWithId, [time]);
    if (createdWithoutId > 0) await this.client.query(insertWithoutId, [time]);
    if (changed > 0) await this.client.query(update, [time]);
  }

  /** To be called last, when all is written that gets the timestamp. */
  async settleTimestamp(time: string): Promise<void> {
    await settleTimestamp(this.client, time, this.statements.restamp);
  }
}
