import { type ClientBase } from 'pg';
import { ImportFailed } from '../import-errors.js';
import { LOCKS } from './locks.js';

type Table = 'networks' | 'programs';

/** Fails the import when fewer ids are left above the highest than its new rows need. */
export async function guardIds(client: ClientBase, table: Table, needed: number): Promise<void> {
  if (needed === 0) return;
  const { rows } = await client.query<{ left: number }>(
    `SELECT 2147483647 - greatest(
        (SELECT max(id) FROM accepted_rows),
        (SELECT max(id) FROM ${table}),
        pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')),
        0
      )::integer AS left`,
  );
  const left = rows[0]?.left ?? 0;
  if (left < needed) throw new ImportFailed(`${needed} new ${table} need an id, but only ${left} are left`);
}

/**
 * Moves the sequence of a table's ids above the highest that is stored or about to be, so that ids assigned later
 * are free. A sequence is outside of transactions and other sessions may use it concurrently, so it must never move
 * back: a short distance is covered by `nextval`; a long one by `setval`, under a lock against other imports, and too
 * long for others to cover between reading and setting. It is one leap, so that no other import draws an id from the
 * middle of those that the rows bring along.
 *
 * Going back to the savepoint keeps the sequence where it is, and releases the lock, which otherwise lasts until the
 * import is committed.
 */
const move = (table: Table): string => `
  SAVEPOINT move_ids;
  SELECT pg_advisory_xact_lock(${LOCKS.ids}, '${table}'::regclass::oid::integer);
  SELECT CASE
      WHEN highest - reached > 1000 THEN setval(sequence, highest)
      ELSE (SELECT max(id) FROM (SELECT nextval(sequence) AS id FROM generate_series(reached + 1, highest)) AS steps)
    END
    FROM (
      SELECT sequence, coalesce(pg_sequence_last_value(sequence), 0) AS reached, greatest(
          (SELECT max(id) FROM accepted_rows),
          (SELECT max(id) FROM ${table}),
          0
        )::bigint AS highest
        FROM CAST(pg_get_serial_sequence('${table}', 'id') AS regclass) AS sequence
      OFFSET 0
    ) AS ids;
  ROLLBACK TO SAVEPOINT move_ids;
  RELEASE SAVEPOINT move_ids;
`;

export async function moveIds(client: ClientBase, table: Table): Promise<void> {
  await client.query(move(table));
}
