import { type ImportRun } from '../import-run.js';

/**
 * `contested_rows` holds the rows that share their key or their id with another row. Taken in the order of the
 * files, a row stands when neither is taken yet; one that says the same as the row that stands is a repetition, any
 * other is rejected.
 */
const CREATE = `
  CREATE TEMPORARY TABLE contested_rows (
    ordinal integer PRIMARY KEY,
    key text COLLATE "C" NOT NULL,
    id integer,
    content text NOT NULL,
    repeated boolean NOT NULL DEFAULT false,
    -- The ordinal of the row that has the key, or the id.
    key_taken_by integer,
    id_taken_by integer
  ) ON COMMIT DROP;

  CREATE TEMPORARY TABLE standing_rows (
    ordinal integer NOT NULL,
    key text COLLATE "C" UNIQUE,
    id integer UNIQUE,
    content text NOT NULL
  ) ON COMMIT DROP;
`;

/** Joins alone, and the contents of none but the contested rows, so that millions of rows take seconds. */
const fill = (candidates: string): string => `
  WITH candidates AS NOT MATERIALIZED (${candidates}),
    keys AS (SELECT key FROM candidates GROUP BY key HAVING count(*) > 1),
    ids AS (SELECT id FROM candidates WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1),
    contested AS (
      SELECT ordinal FROM candidates JOIN keys USING (key)
      UNION
      SELECT ordinal FROM candidates JOIN ids USING (id)
    )
  INSERT INTO contested_rows (ordinal, key, id, content)
  SELECT ordinal, key, id, content FROM candidates JOIN contested USING (ordinal)
`;

const DECIDE = `
  DO $$
  DECLARE
    contested contested_rows;
    by_key standing_rows;
    by_id standing_rows;
  BEGIN
    FOR contested IN SELECT * FROM contested_rows ORDER BY ordinal LOOP
      SELECT * INTO by_key FROM standing_rows WHERE key = contested.key;
      SELECT * INTO by_id FROM standing_rows WHERE id = contested.id;
      IF by_key IS NULL AND by_id IS NULL THEN
        INSERT INTO standing_rows VALUES (contested.ordinal, contested.key, contested.id, contested.content);
      ELSE
        UPDATE contested_rows SET
            repeated = coalesce(by_key.content = contested.content, false),
            key_taken_by = by_key.ordinal,
            id_taken_by = by_id.ordinal
          WHERE ordinal = contested.ordinal;
      END IF;
    END LOOP;
  END $$
`;

const APPLY = `
  UPDATE feed_rows AS row SET
      repeated = contested.repeated,
      rejected = NOT contested.repeated,
      problem_field = CASE
        WHEN contested.repeated THEN NULL
        WHEN contested.key_taken_by IS NOT NULL THEN $1
        ELSE 'id'
      END,
      problem = CASE
        WHEN NOT contested.repeated
          THEN 'is that of ' || ($2::text[])[taker.file + 1] || ':' || taker.line || ', which says otherwise'
      END
    FROM contested_rows AS contested
      JOIN feed_rows AS taker ON taker.ordinal = coalesce(contested.key_taken_by, contested.id_taken_by)
    WHERE row.ordinal = contested.ordinal
`;

/**
 * @param keyName the field that the reports name
 * @param candidates the SELECT of the accepted rows: ordinal, key, id, content
 */
export async function refuseContestedRows(
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
