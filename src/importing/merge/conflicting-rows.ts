import { type ImportRun } from '../import-run.js';

/**
 * `conflicting_rows` holds the rows that share their key or their id with another row. In the order of the files, a
 * row is accepted when neither is in `accepted_keys` yet; one with the same content as the accepted row is a
 * repetition, any other is rejected.
 */
const CREATE = `
  CREATE TEMPORARY TABLE conflicting_rows (
    ordinal integer PRIMARY KEY,
    key text COLLATE "C" NOT NULL,
    id integer,
    content text NOT NULL,
    repeated boolean NOT NULL DEFAULT false,
    -- The ordinal of the accepted row that has the key, or the id.
    key_owner integer,
    id_owner integer
  ) ON COMMIT DROP;

  CREATE TEMPORARY TABLE accepted_keys (
    ordinal integer NOT NULL,
    key text COLLATE "C" UNIQUE,
    id integer UNIQUE,
    content text NOT NULL
  ) ON COMMIT DROP;
`;

/** Only joins, and the content of the conflicting rows alone, so that millions of rows take seconds. */
const fill = (candidates: string): string => `
  WITH candidates AS NOT MATERIALIZED (${candidates}),
    keys AS (SELECT key FROM candidates GROUP BY key HAVING count(*) > 1),
    ids AS (SELECT id FROM candidates WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1),
    conflicting AS (
      SELECT ordinal FROM candidates JOIN keys USING (key)
      UNION
      SELECT ordinal FROM candidates JOIN ids USING (id)
    )
  INSERT INTO conflicting_rows (ordinal, key, id, content)
  SELECT ordinal, key, id, content FROM candidates JOIN conflicting USING (ordinal)
`;

const DECIDE = `
  DO $$
  DECLARE
    conflicting conflicting_rows;
    by_key accepted_keys;
    by_id accepted_keys;
  BEGIN
    FOR conflicting IN SELECT * FROM conflicting_rows ORDER BY ordinal LOOP
      SELECT * INTO by_key FROM accepted_keys WHERE key = conflicting.key;
      SELECT * INTO by_id FROM accepted_keys WHERE id = conflicting.id;
      IF by_key IS NULL AND by_id IS NULL THEN
        INSERT INTO accepted_keys VALUES (conflicting.ordinal, conflicting.key, conflicting.id, conflicting.content);
      ELSE
        UPDATE conflicting_rows SET
            repeated = coalesce(by_key.content = conflicting.content, false),
            key_owner = by_key.ordinal,
            id_owner = by_id.ordinal
          WHERE ordinal = conflicting.ordinal;
      END IF;
    END LOOP;
  END $$
`;

const APPLY = `
  UPDATE feed_rows AS row SET
      repeated = conflicting.repeated,
      rejected = NOT conflicting.repeated,
      problem_field = CASE
        WHEN conflicting.repeated THEN NULL
        WHEN conflicting.key_owner IS NOT NULL THEN $1
        ELSE 'id'
      END,
      problem = CASE
        WHEN NOT conflicting.repeated
          THEN 'duplicates ' || ($2::text[])[owner.file + 1] || ':' || owner.line || ' with different values'
      END
    FROM conflicting_rows AS conflicting
      JOIN feed_rows AS owner ON owner.ordinal = coalesce(conflicting.key_owner, conflicting.id_owner)
    WHERE row.ordinal = conflicting.ordinal AND NOT row.rejected
`;

/**
 * Rejects the rows that contradict an earlier row of the same import, and marks those that repeat one.
 * @param keyName the field that the reports name
 * @param candidates the SELECT of the accepted rows: ordinal, key, id, content
 */
export async function rejectConflictingRows(
  { client, files }: ImportRun,
  keyName: string,
  candidates: string,
): Promise<void> {
  await client.query(CREATE);
  const { rowCount } = await client.query(fill(candidates));
  if (!rowCount) return;
  await client.query(DECIDE);
  await client.query(APPLY, [keyName, files.names]);
}
