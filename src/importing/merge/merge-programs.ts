import { type ClientBase } from 'pg';
import { moveIds } from './ids.js';
import { settleTimestamp, timestampAfterStored } from './import-timestamp.js';

/** What the feed makes of the stored programs; `updated_at` is null where it is to be stamped. */
const CREATE = `
  CREATE TEMPORARY TABLE changed_programs (
    id integer NOT NULL,
    reopened boolean NOT NULL,
    name text COLLATE "und-x-icu",
    primary_url text COLLATE "C",
    register_url text,
    status boolean,
    date_started date,
    date_closed date,
    countries text[],
    created_at timestamptz(3),
    updated_at timestamptz(3)
  ) ON COMMIT DROP;

  CREATE TEMPORARY TABLE closing_programs (id integer NOT NULL) ON COMMIT DROP;
`;

/** The programs are locked before anything is written, in one order for all who write them: programs, then counts. */
const FILL_CHANGED = `
  INSERT INTO changed_programs
  SELECT stored.id, after.status AND NOT stored.status, after.*
    FROM accepted_rows AS row
      JOIN programs AS stored
        ON stored.network_id = $1 AND stored.network_program_id = row.network_program_id
      CROSS JOIN LATERAL (
        SELECT
          row.name,
          row.primary_url,
          CASE WHEN row.register_url_given THEN row.register_url ELSE stored.register_url END,
          coalesce(row.status, true),
          CASE WHEN row.date_started_given THEN row.date_started ELSE stored.date_started END,
          CASE
            -- Closed by this row, or closed and staying so: nothing given leaves the date that there is.
            WHEN NOT row.status AND stored.status THEN coalesce(row.date_closed, $2::date)
            WHEN NOT row.status THEN coalesce(row.date_closed, stored.date_closed)
            -- Reopened: cleared unless given. Active and staying so: as any other field.
            WHEN row.date_closed_given OR NOT stored.status THEN row.date_closed
            ELSE stored.date_closed
          END,
          coalesce(row.countries, stored.countries),
          coalesce(row.created_at, stored.created_at),
          row.updated_at
      ) AS after (
        name, primary_url, register_url, status, date_started, date_closed, countries, created_at, updated_at
      )
    WHERE ROW(
        after.name, after.primary_url, after.register_url, after.status, after.date_started, after.date_closed,
        after.countries, after.created_at, coalesce(after.updated_at, stored.updated_at)
      ) IS DISTINCT FROM ROW(
        stored.name, stored.primary_url, stored.register_url, stored.status, stored.date_started,
        stored.date_closed, stored.countries, stored.created_at, stored.updated_at
      )
    FOR NO KEY UPDATE OF stored
`;

/** A row that was rejected protects its program as well. */
const FILL_CLOSING = `
  INSERT INTO closing_programs
  SELECT id FROM programs AS stored
    WHERE network_id = $1 AND status AND NOT EXISTS (
      SELECT FROM feed_rows AS row WHERE row.network_program_id = stored.network_program_id
    )
    FOR NO KEY UPDATE
`;

const COUNT = `
  SELECT
    (SELECT count(*) FROM accepted_rows)::integer AS accepted,
    new.count::integer AS created,
    new.without_id::integer AS "createdWithoutId",
    (SELECT count(*) FROM changed_programs WHERE reopened)::integer AS reopened,
    (SELECT count(*) FROM changed_programs WHERE NOT reopened)::integer AS updated,
    (SELECT count(*) FROM closing_programs)::integer AS closed,
    (SELECT count(*) FROM programs WHERE network_id = $1 AND status)::integer AS "activeBefore"
    FROM (
      SELECT count(*), count(*) FILTER (WHERE id IS NULL) AS without_id
        FROM accepted_rows AS row
        WHERE NOT EXISTS (
          SELECT FROM programs WHERE network_id = $1 AND network_program_id = row.network_program_id
        )
    ) AS new
`;

export interface ProgramComparison {
  /** Programs that the feed speaks of with an accepted row. */
  accepted: number;
  created: number;
  /** Those of the created that are to get an id. */
  createdWithoutId: number;
  reopened: number;
  updated: number;
  closed: number;
  activeBefore: number;
}

/**
 * Tells what is to be written, before anything is: fills `changed_programs` and, where missing programs are to be
 * closed, `closing_programs`.
 */
export async function comparePrograms(
  client: ClientBase,
  networkId: number,
  today: string,
  closeMissing: boolean,
): Promise<ProgramComparison> {
  await client.query(CREATE);
  await client.query(FILL_CHANGED, [networkId, today]);
  if (closeMissing) await client.query(FILL_CLOSING, [networkId]);
  const { rows } = await client.query<ProgramComparison>(COUNT, [networkId]);
  const [comparison] = rows;
  if (!comparison) throw new Error('a count gave no row');
  return comparison;
}

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
      updated_at = coalesce(changed.updated_at, ${timestampAfterStored('$1')})
    FROM changed_programs AS changed
    WHERE stored.id = changed.id
`;

const CLOSE = `
  UPDATE programs AS stored SET status = false, date_closed = $2, updated_at = ${timestampAfterStored('$1')}
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
const RECORD_SYNC = 'UPDATE networks SET last_sync = greatest(last_sync, $2) WHERE id = $1';

/** Writes what the comparison found; rows that change nothing are not touched. */
export async function writePrograms(
  client: ClientBase,
  networkId: number,
  { time, today }: { time: string; today: string },
  { created, updated, reopened, closed }: ProgramComparison,
): Promise<void> {
  if (created > 0) {
    await moveIds(client, 'programs');
    await client.query(create(true), [networkId, time]);
    await client.query(create(false), [networkId, time]);
  }
  if (updated + reopened > 0) await client.query(CHANGE, [time]);
  if (closed > 0) await client.query(CLOSE, [time, today]);
  await client.query(RECORD_SYNC, [networkId, time]);
  if (created + updated + reopened + closed > 0) {
    await settleTimestamp(client, time, restamp(networkId));
  }
}
