import { type ClientBase } from 'pg';
import { programFields } from '../normalizing/program-fields.js';
import { changedDomains, insertDomains, writeDomains } from './merge-domains.js';
import { currentDate, timestampAfterStored } from './import-timestamp.js';
import { type MergeDefinition } from './merge-statements.js';
import { type StagingSummary } from './stage-records.js';
import { type Comparison, TableMerge } from './table-merge.js';

/**
 * In `after`, $1 is the date of today.
 * @param hasDomains whether any staged row has further domains; if none has, the join after the insert is skipped
 */
export const programMerge = (networkId: number, hasDomains: boolean): MergeDefinition => ({
  table: 'programs',
  fields: programFields,
  match: `stored.network_id = ${networkId} AND stored.network_program_id = row.network_program_id`,
  fixed: ['network_program_id'],
  after: {
    status: 'coalesce(row.status, true)',
    date_closed: `CASE
            -- Closed by this row, or still closed: a date that was not given leaves the stored one.
            WHEN NOT row.status AND stored.status THEN coalesce(row.date_closed, $1::date)
            WHEN NOT row.status THEN coalesce(row.date_closed, stored.date_closed)
            -- Reopened: cleared unless given. Still active: as any other field.
            WHEN row.date_closed_present OR NOT stored.status THEN row.date_closed
            ELSE stored.date_closed
          END`,
    domains: changedDomains,
  },
  created: {
    status: 'coalesce(row.status, true)',
    countries: `coalesce(row.countries, '{}')`,
    created_at: 'coalesce(row.created_at, $1)',
    updated_at: 'coalesce(row.updated_at, $1)',
    network_id: `${networkId}`,
    network_name: `(SELECT name FROM networks WHERE id = ${networkId})`,
  },
  externalColumns: ['domains'],
  // The order of two indexes, so that successive rows are written to the same pages of both.
  insertOrder: 'row.network_program_id',
  ...(hasDomains && { afterInsert: { columns: ['id', 'network_program_id'], sql: insertDomains } }),
  unstamped: [],
  marks: { reopened: { type: 'boolean', value: 'after.status AND NOT stored.status' } },
  lock: 'FOR NO KEY UPDATE',
  written: `network_id = ${networkId} AND (
      updated_at = $1
      OR id IN (
        SELECT id FROM changed_programs WHERE updated_at IS NULL
        UNION ALL
        SELECT id FROM closing_programs
      )
    )`,
});

const CREATE_CLOSING = 'CREATE TEMPORARY TABLE closing_programs (id integer NOT NULL) ON COMMIT DROP';

/** A row that was rejected protects its program as well. */
const FIND_CLOSING = `
  INSERT INTO closing_programs
  SELECT id FROM programs AS stored
    WHERE network_id = $1 AND status AND NOT EXISTS (
      SELECT FROM feed_rows AS row WHERE row.network_program_id = stored.network_program_id
    )
    FOR NO KEY UPDATE
`;

const COUNT = `
  SELECT
    (SELECT count(*) FROM changed_programs WHERE reopened)::integer AS reopened,
    (SELECT count(*) FROM closing_programs)::integer AS closed,
    (SELECT count(*) FROM programs WHERE network_id = $1 AND status)::integer AS "activeBefore"
`;

const CLOSE = `
  UPDATE programs AS stored SET status = false, date_closed = $2, updated_at = ${timestampAfterStored('$1')}
    FROM closing_programs AS closing
    WHERE stored.id = closing.id
`;

/** Only a successful import moves it, and never back. */
const RECORD_SYNC = 'UPDATE networks SET last_sync = greatest(last_sync, $2) WHERE id = $1';

export interface ProgramComparison extends Comparison {
  /** Changed programs that were closed and become active. */
  reopened: number;
  /** Active programs that the feed does not have. */
  closed: number;
  activeBefore: number;
}

/** Merges the programs of one network. Programs are locked before anything is written, and before their network. */
export class ProgramMerge {
  private constructor(
    private readonly client: ClientBase,
    private readonly networkId: number,
    private readonly merge: TableMerge,
    /** The date of what is closed. */
    private readonly today: string,
  ) {}

  static async create(client: ClientBase, networkId: number, staged: StagingSummary): Promise<ProgramMerge> {
    const merge = new TableMerge(client, programMerge(networkId, staged.hasDomains));
    return new ProgramMerge(client, networkId, merge, await currentDate(client));
  }

  /** @param closeMissing whether active programs are closed that the feed does not have */
  async compare(closeMissing: boolean): Promise<ProgramComparison> {
    const comparison = await this.merge.compare([this.today]);
    await this.client.query(CREATE_CLOSING);
    if (closeMissing) await this.client.query(FIND_CLOSING, [this.networkId]);
    const { rows } = await this.client.query<Omit<ProgramComparison, keyof Comparison>>(COUNT, [
      this.networkId,
    ]);
    return { ...comparison, ...rows[0]! };
  }

  async write(time: string, comparison: ProgramComparison): Promise<void> {
    const { created, changed, closed } = comparison;
    await this.merge.write(time, comparison);
    if (changed > 0) await this.client.query(writeDomains);
    if (closed > 0) await this.client.query(CLOSE, [time, this.today]);
    await this.client.query(RECORD_SYNC, [this.networkId, time]);
    if (created + changed + closed > 0) await this.merge.settleTimestamp(time);
  }
}
