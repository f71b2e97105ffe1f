import { type ClientBase } from 'pg';

/** The time of an import, which its changed rows get as `updatedAt`, and its date in UTC. */
export interface Stamp {
  time: string;
  today: string;
}

/** The last moment that is stored. */
const LAST = `timestamptz '9999-12-31 23:59:59.999+00'`;

/**
 * What a stored row gets as `updatedAt`: the stamp, and never less than it had, though SQL put it into the future.
 * @param stamp the SQL of the stamp
 */
export const stampAfter = (stamp: string): string =>
  `least(greatest(${stamp}::timestamptz, stored.updated_at + interval '1 ms'), ${LAST})`;

/** Today in UTC, by the clock of the database. */
export async function takeToday(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ today: string }>(
    `SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS today`,
  );
  return given(rows[0]).today;
}

/** To be taken when the rows that change are locked, so that it is newer than what others gave them meanwhile. */
export async function takeStamp(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ time: string }>(
    `SELECT date_trunc('milliseconds', clock_timestamp())::text AS time`,
  );
  return given(rows[0]).time;
}

function given<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the clock gave no time');
  return row;
}

/**
 * Makes the stamps follow the order of the commits, so that a client that goes by `updatedAt` misses nothing: where
 * another import committed a later stamp meanwhile, the rows of this one get a newer. From here to the commit all
 * other writers wait, so this comes last.
 * @param restamp the UPDATE that gives what was stamped $1 or later at least $2
 */
export async function settleStamp(client: ClientBase, time: string, restamp: string): Promise<void> {
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
