import { type ImportRun } from '../import-run.js';

/**
 * `contested_rows` holds the rows that share their key or their id with another row. Taken in the order of the
 * files, a row stands when neither is taken yet; one that says the same as the row that stands is a repetition, any
 * other is rejected.
 */
const CREATE = `
  CREATE TEMPORARY TABLE contested_rows (
    ordinal integer PRIMARY KEY,
    line integer NOT NULL,
    key text COLLATE "C" NOT NULL,
    id integer,
    content text NOT NULL,
    repeated boolean NOT NULL DEFAULT false,
    contradicts integer
  ) ON COMMIT DROP;

  CREATE TEMPORARY TABLE standing_rows (
    line integer NOT NULL,
    key text COLLATE "C" UNIQUE,
    id integer UNIQUE,
    content text NOT NULL
  ) ON COMMIT DROP;
`;

const DECIDE = `
  DO $$
  DECLARE
    contested contested_rows;
    standing standing_rows;
  BEGIN
    FOR contested IN SELECT * FROM contested_rows ORDER BY ordinal LOOP
      SELECT * INTO standing FROM standing_rows WHERE key = contested.key;
      IF NOT FOUND THEN
        SELECT * INTO standing FROM standing_rows WHERE id = contested.id;
      END IF;
      IF NOT FOUND THEN
        INSERT INTO standing_rows VALUES (contested.line, contested.key, contested.id, contested.content);
      ELSIF standing.content = contested.content THEN
        UPDATE contested_rows SET repeated = true WHERE ordinal = contested.ordinal;
      ELSE
        UPDATE contested_rows SET contradicts = standing.line WHERE ordinal = contested.ordinal;
      END IF;
    END LOOP;
  END $$
`;

const APPLY = `
  UPDATE feed_rows AS row SET
      repeated = contested.repeated,
      rejected = contested.contradicts IS NOT NULL,
      problem_field = CASE WHEN contested.contradicts IS NOT NULL THEN 'row' END,
      problem = 'contradicts the row of line ' || contested.contradicts
    FROM contested_rows AS contested
    WHERE row.ordinal = contested.ordinal AND (contested.repeated OR contested.contradicts IS NOT NULL)
`;

/** @param fill the INSERT that puts the contested rows into their table */
export async function refuseContestedRows({ client }: ImportRun, fill: string): Promise<void> {
  await client.query(CREATE);
  const { rowCount } = await client.query(fill);
  if (!rowCount) return;
  await client.query(DECIDE);
  await client.query(APPLY);
}
