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
 * @param fill the INSERT that puts the contested rows into their table
 */
export async function refuseContestedRows(
  { client, files }: ImportRun,
  keyName: string,
  fill: string,
): Promise<void> {
  await client.query(CREATE);
  const { rowCount } = await client.query(fill);
  if (!rowCount) return;
  await client.query(DECIDE);
  await client.query(APPLY, [keyName, files.names]);
}
