import { type ClientBase } from 'pg';
import { networkFields } from '../normalizing/network-fields.js';
import { type MergeDefinition } from './merge-statements.js';
import { type Comparison, TableMerge } from './table-merge.js';

/** `stored_id` of a row is found before (`rejectNetworkRows`). */
export const networkMerge: MergeDefinition = {
  table: 'networks',
  fields: networkFields,
  match: 'stored.id = row.stored_id',
  fixed: [],
  after: { last_sync: 'greatest(stored.last_sync, row.last_sync)' },
  created: {
    live: 'coalesce(row.live, true)',
    created_at: 'coalesce(row.created_at, $1)',
    updated_at: 'coalesce(row.updated_at, $1)',
  },
  externalColumns: [],
  insertOrder: 'row.ordinal',
  unstamped: ['last_sync'],
  marks: {},
  // Programs refer to the name.
  lock: 'FOR UPDATE',
  written: '(updated_at = $1 OR id IN (SELECT id FROM changed_networks WHERE updated_at IS NULL))',
};

/** Merges networks; those that the file does not name are left alone. */
export class NetworkMerge {
  private readonly merge: TableMerge;

  constructor(client: ClientBase) {
    this.merge = new TableMerge(client, networkMerge);
  }

  compare(): Promise<Comparison> {
    return this.merge.compare();
  }

  async write(time: string, comparison: Comparison): Promise<void> {
    await this.merge.write(time, comparison);
    if (comparison.created + comparison.changed > 0) await this.merge.settleTimestamp(time);
  }
}
