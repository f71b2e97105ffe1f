import { type ClientBase } from 'pg';

/** The last moment that is stored. */
const LAST = `timestamptz '9999-12-31 23:59:59.999+00'`;

/**
 * SQL of what a stored row gets as `updatedAt`: the import timestamp, and always more than it had, also where that
 * was in the future.
 * @param timestamp SQL of the import timestamp
 */
export const timestampAfterStored = (timestamp: string): string =>
  `least(greatest(${timestamp}::timestamptz, stored.updated_at + interval '1 ms'), ${LAST})`;

/** Today in UTC, by the clock of the database. */
export async function currentDate(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ today: string }>(
    `SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS today`,
  );
  return rows[0]!.today;
}

/**
 * The time of an import, which its changed rows get as `updatedAt`. To be read when these rows are locked, so that it
 * is newer than what other writers gave them concurrently.
 */
export async function importTimestamp(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ time: string }>(
    `SELECT date_trunc('milliseconds', clock_timestamp())::text AS time`,
  );
  return rows[0]!.time;
}

/**
 * Makes the timestamps of imports follow the order of their commits, so that a client that synchronizes by
 * `updatedAt` misses nothing: where another import has committed a later timestamp, the rows of this one get a newer.
 * From here to the commit all other writers wait, so this comes last.
 * @param restamp the UPDATE that gives what has timestamp $1 or later at least $2
 */
export async function settleTimestamp(client: ClientBase, time: string, restamp: string): Promise<void> {
  const { rows } = await client.query<{ overtaken: boolean; newer: string }>(
    `SELECT stamped_at >= $1::timestamptz AS overtaken,
        greatest(date_trunc('milliseconds', clock_timestamp()), stamped_at + interval '1 ms')::text AS newer
      FROM versions WHERE subject = 'directory' FOR UPDATE`,
    [time],
  );
  const overtaken = rows[0]?.overtaken ? rows[0].newer : undefined;
  if (overtaken !== undefined) await client.query(restamp, [time, overtaken]);
  await client.query(`UPDATE versions SET stamped_at = $1 WHERE subject = 'directory'`, [overtaken ?? time]);
}
