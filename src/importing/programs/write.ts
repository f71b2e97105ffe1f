import { type ClientBase } from 'pg';
import { moveIds } from '../merging/move-ids.js';
import { settleStamp, type Stamp, stampAfter } from '../merging/stamp.js';
import { type Comparison } from './compare.js';

const COLUMNS = `name, created_at, updated_at, network_id, network_name, network_program_id, date_started,
    date_closed, primary_url, register_url, status, countries`;

const create = (withId: boolean): string => `
  INSERT INTO programs (${withId ? 'id, ' : ''}${COLUMNS})
  SELECT ${withId ? 'row.id, ' : ''}row.name, coalesce(row.created_at, $2), coalesce(row.updated_at, $2),
      network.id, network.name, row.network_program_id, row.date_started,
      row.date_closed, row.primary_url, row.register_url, coalesce(row.status, true), coalesce(row.countries, '{}')
    FROM accepted_rows AS row CROSS JOIN networks AS network
    WHERE network.id = $1 AND row.id IS ${withId ? 'NOT NULL' : 'NULL'} AND NOT EXISTS (
      SELECT FROM programs WHERE network_id = $1 AND network_program_id = row.network_program_id
    )
    ORDER BY row.ordinal
`;

const CHANGE = `
  UPDATE programs AS stored SET
      name = changed.name,
      primary_url = changed.primary_url,
      register_url = changed.register_url,
      status = changed.status,
      date_started = changed.date_started,
      date_closed = changed.date_closed,
      countries = changed.countries,
      created_at = changed.created_at,
      updated_at = coalesce(changed.updated_at, ${stampAfter('$1')})
    FROM changed_programs AS changed
    WHERE stored.id = changed.id
`;

const CLOSE = `
  UPDATE programs AS stored SET status = false, date_closed = $2, updated_at = ${stampAfter('$1')}
    FROM closing_programs AS closing
    WHERE stored.id = closing.id
`;

const restamp = (networkId: number): string => `
  UPDATE programs SET updated_at = $2
    WHERE network_id = ${networkId} AND updated_at >= $1 AND updated_at < $2 AND (
      updated_at = $1
      OR id IN (
        SELECT id FROM changed_programs WHERE updated_at IS NULL
        UNION ALL
        SELECT id FROM closing_programs
      )
    )
`;

/** Success of an import is what moves it, never back. */
const NOTE_SYNC = 'UPDATE networks SET last_sync = greatest(last_sync, $2) WHERE id = $1';

/** Writes what the comparison found; rows that change nothing are not touched. */
export async function writePrograms(
  client: ClientBase,
  networkId: number,
  { time, today }: Stamp,
  { created, updated, reopened, closed }: Comparison,
): Promise<void> {
  if (created > 0) {
    await moveIds(client, 'programs');
    await client.query(create(true), [networkId, time]);
    await client.query(create(false), [networkId, time]);
  }
  if (updated + reopened > 0) await client.query(CHANGE, [time]);
  if (closed > 0) await client.query(CLOSE, [time, today]);
  await client.query(NOTE_SYNC, [networkId, time]);
  if (created + updated + reopened + closed > 0) {
    await settleStamp(client, time, restamp(networkId));
  }
}
