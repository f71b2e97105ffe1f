import { type ClientBase } from 'pg';

/** The time of an import, which its changed rows get as `updatedAt`, and its date in UTC. */
export interface Stamp {
  time: string;
  today: string;
}

export async function takeStamp(client: ClientBase): Promise<Stamp> {
  const { rows } = await client.query<Stamp>(`
    SELECT time::text, (time AT TIME ZONE 'UTC')::date::text AS today
      FROM date_trunc('milliseconds', clock_timestamp()) AS time
  `);
  const [stamp] = rows;
  if (!stamp) throw new Error('the clock gave no time');
  return stamp;
}

/**
 * Makes the stamps follow the order of the commits, so that a client that goes by `updatedAt` misses nothing: where
 * another import committed a later stamp meanwhile, the rows of this one get a newer. From here to the commit all
 * other writers wait, so this comes last.
 * @param restamp the UPDATE that replaces the stamp $1 by $2
 */
export async function settleStamp(client: ClientBase, { time }: Stamp, restamp: string): Promise<void> {
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
