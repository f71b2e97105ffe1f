import { type ClientBase } from 'pg';
import { moveIds } from './ids.js';
import { settleTimestamp, timestampAfterStored } from './import-timestamp.js';

/** What the file makes of the stored networks; `updated_at` is null where it is to be stamped. */
const CREATE = `
  CREATE TEMPORARY TABLE changed_networks (
    id integer NOT NULL,
    name text COLLATE "und-x-icu",
    url text COLLATE "C",
    live boolean,
    sub_id_length integer,
    address text,
    address_country text COLLATE "C",
    created_at timestamptz(3),
    updated_at timestamptz(3),
    last_sync timestamptz(3)
  ) ON COMMIT DROP
`;

const FILL_CHANGED = `
  INSERT INTO changed_networks
  SELECT stored.id, after.*, coalesce(
      row.updated_at,
      -- A sync is no change of the network.
      CASE WHEN ROW(after.*) IS NOT DISTINCT FROM ROW(
        stored.name, stored.url, stored.live, stored.sub_id_length, stored.address, stored.address_country,
        stored.created_at
      ) THEN stored.updated_at END
    ), greatest(stored.last_sync, row.last_sync)
    FROM accepted_rows AS row
      JOIN networks AS stored ON stored.id = row.stored_id
      CROSS JOIN LATERAL (
        SELECT
          row.name,
          coalesce(row.url, stored.url),
          coalesce(row.live, stored.live),
          CASE WHEN row.sub_id_length_given THEN row.sub_id_length ELSE stored.sub_id_length END,
          CASE WHEN row.address_given THEN row.address ELSE stored.address END,
          CASE WHEN row.address_country_given THEN row.address_country ELSE stored.address_country END,
          coalesce(row.created_at, stored.created_at)
      ) AS after (name, url, live, sub_id_length, address, address_country, created_at)
    WHERE ROW(after.*, coalesce(row.updated_at, stored.updated_at), greatest(stored.last_sync, row.last_sync))
      IS DISTINCT FROM ROW(
        stored.name, stored.url, stored.live, stored.sub_id_length, stored.address, stored.address_country,
        stored.created_at, stored.updated_at, stored.last_sync
      )
    FOR UPDATE OF stored
`;

const COUNT = `
  SELECT
    (SELECT count(*) FROM accepted_rows)::integer AS accepted,
    (SELECT count(*) FROM accepted_rows WHERE stored_id IS NULL)::integer AS created,
    (SELECT count(*) FROM accepted_rows WHERE stored_id IS NULL AND id IS NULL)::integer AS "createdWithoutId",
    (SELECT count(*) FROM changed_networks)::integer AS updated
`;

export interface NetworkComparison {
  /** Networks that the file speaks of with an accepted row. */
  accepted: number;
  created: number;
  /** Those of the created that are to get an id. */
  createdWithoutId: number;
  updated: number;
}

/** Tells what is to be written, before anything is: fills `changed_networks`. */
export async function compareNetworks(client: ClientBase): Promise<NetworkComparison> {
  await client.query(CREATE);
  await client.query(FILL_CHANGED);
  const { rows } = await client.query<NetworkComparison>(COUNT);
  const [comparison] = rows;
  if (!comparison) throw new Error('a count gave no row');
  return comparison;
}

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
      updated_at = coalesce(changed.updated_at, ${timestampAfterStored('$1')}),
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
  { created, updated }: NetworkComparison,
): Promise<void> {
  if (created > 0) {
    await moveIds(client, 'networks');
    await client.query(create(true), [time]);
    await client.query(create(false), [time]);
  }
  if (updated > 0) await client.query(CHANGE, [time]);
  if (created + updated > 0) await settleTimestamp(client, time, RESTAMP);
}
