import { type ClientBase } from 'pg';
import { LOCKS } from '../import-locks.js';

/**
 * Moves the sequence of a table's ids above the highest that is stored or about to be, so that the ids assigned later
 * are free. A sequence is outside of transactions and may be in use by others meanwhile, so it must never move back:
 * a short way is gone by `nextval`; a long one by `setval`, under a lock against other imports, and too long for
 * anybody to go it in the moment between looking and setting. It is a leap, so that no other import draws an id from
 * the middle of those that were given.
 */
const MOVE = (table: string): string => `
  CREATE FUNCTION pg_temp.move_ids(highest bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    sequence CONSTANT regclass := pg_get_serial_sequence('${table}', 'id');
    reached bigint;
  BEGIN
    PERFORM pg_advisory_lock(${LOCKS.ids}, '${table}'::regclass::oid::integer);
    SELECT coalesce(pg_sequence_last_value(sequence), 0) INTO reached;
    IF highest - reached > 1000 THEN
      PERFORM setval(sequence, highest);
    ELSE
      PERFORM nextval(sequence) FROM generate_series(reached + 1, highest);
    END IF;
    PERFORM pg_advisory_unlock(${LOCKS.ids}, '${table}'::regclass::oid::integer);
  END $$
`;

export async function moveIds(client: ClientBase, table: 'networks' | 'programs'): Promise<void> {
  await client.query(MOVE(table));
  await client.query(`
    SELECT pg_temp.move_ids(greatest(
      (SELECT max(id) FROM accepted_rows),
      (SELECT max(id) FROM ${table}),
      0
    ))
  `);
}
