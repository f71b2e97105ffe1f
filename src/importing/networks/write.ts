import { type ClientBase } from 'pg';
import { moveIds } from '../merging/move-ids.js';
import { settleStamp, stampAfter } from '../merging/stamp.js';
import { type Comparison } from './compare.js';

const COLUMNS = 'name, url, live, sub_id_length, address, address_country, created_at, updated_at, last_sync';

const create = (withId: boolean): string => `
  INSERT INTO networks (${withId ? 'id, ' : ''}${COLUMNS})
  SELECT ${withId ? 'id, ' : ''}name, url, coalesce(live, true), sub_id_length, address, address_country,
      coalesce(created_at, $1), coalesce(updated_at, $1), last_sync
    FROM accepted_rows
    WHERE stored_id IS NULL AND id IS ${withId ? 'NOT NULL' : 'NULL'}
    ORDER BY ordinal
`;

const CHANGE = `
  UPDATE networks AS stored SET
      name = changed.name,
      url = changed.url,
      live = changed.live,
      sub_id_length = changed.sub_id_length,
      address = changed.address,
      address_country = changed.address_country,
      created_at = changed.created_at,
      updated_at = coalesce(changed.updated_at, ${stampAfter('$1')}),
      last_sync = changed.last_sync
    FROM changed_networks AS changed
    WHERE stored.id = changed.id
`;

const RESTAMP = `
  UPDATE networks SET updated_at = $2
    WHERE updated_at >= $1 AND updated_at < $2
      AND (updated_at = $1 OR id IN (SELECT id FROM changed_networks WHERE updated_at IS NULL))
`;

/** Writes what the comparison found; rows that change nothing are not touched. */
export async function writeNetworks(
  client: ClientBase,
  time: string,
  { created, updated }: Comparison,
): Promise<void> {
  if (created > 0) {
    await moveIds(client, 'networks');
    await client.query(create(true), [time]);
    await client.query(create(false), [time]);
  }
  if (updated > 0) await client.query(CHANGE, [time]);
  if (created + updated > 0) await settleStamp(client, time, RESTAMP);
}
