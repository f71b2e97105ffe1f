import { DIRECTORY_STATE } from '../database/directory-state.js';
import { type Statement } from '../database/statement.js';
import { columnsOf } from '../listing/page-statement.js';
import { type List } from '../listing/list.js';

/** Smaller than every id. */
const BEFORE_ALL_IDS = '-2147483649';

/*
 * Each statement reads from one snapshot. A row has the version and the id of its change, the fields of the list, and what
 * `stateOf` selects; without changes there is one row of which only that is not null.
 */

/** From which version on changes are kept, the nonce of version $1 in this history, and the state of the directory. */
const stateOf = (list: List) => `
  SELECT (SELECT since FROM kept_lists WHERE list = '${list.name}') AS since,
      (SELECT nonce FROM commits WHERE version = $1::bigint) AS nonce,
      ${DIRECTORY_STATE} AS text
    FROM versions WHERE subject = 'directory'`;

/** Reads the rows that the list has now, by id: those after $2; no change is theirs. Limits are literals, as in `pageStatement`. */
export function rowsStatement(list: List, limit: number): Statement {
  return {
    name: `${list.name} rows ${limit}`,
    text: withState(
      list,
      `SELECT NULL::bigint, NULL::integer, ${columnsOf(list)} FROM ${list.name}
        WHERE ${list.where} AND id > $2::bigint ORDER BY id LIMIT ${limit}`,
    ),
  };
}

/**
 * Reads the rows that changed last in version $2, those with an id after $3, and in later versions, each as it is now or,
 * if it was deleted, as it was last.
 */
export function changesStatement(list: List, limit: number): Statement {
  return {
    name: `${list.name} changes ${limit}`,
    // The limit inside, and a start that the index can find, let a commit of any size be read a page at a time. A change
    // number belongs to one list, so `changes` needs no condition on the list; with one, the planner could read all rows
    // by the primary key where a few commits have most of them.
    text: withState(
      list,
      `SELECT change.version, change.id AS row_id, ${changedColumnsOf(list)} FROM (
          SELECT commit.version, changed.id, changed.image
            FROM change_versions AS commit
              CROSS JOIN LATERAL (
                SELECT id, image FROM changes
                  WHERE change <= commit.change AND (change, id) >
                    (commit.change, CASE WHEN commit.version = $2::bigint THEN $3::bigint ELSE ${BEFORE_ALL_IDS} END)
                  ORDER BY change, id LIMIT ${limit}
              ) AS changed
            WHERE commit.list = '${list.name}' AND commit.version >= $2::bigint
            ORDER BY commit.version, changed.id LIMIT ${limit}
        ) AS change
          LEFT JOIN ${list.name} AS present ON present.id = change.id
          -- OFFSET 0 keeps the condition inside, so that no image is made for a row that is there.
          LEFT JOIN LATERAL (
            SELECT image.* FROM jsonb_populate_record(NULL::${list.name}, change.image) AS image
              WHERE present.id IS NULL AND change.image IS NOT NULL OFFSET 0
          ) AS image ON true
        ORDER BY change.version, change.id`,
    ),
  };
}

/** Reads the first version that began at $2 or later, whether changes were kept then, and the state of the directory. */
export function sinceStatement(list: List): Statement {
  return {
    name: `${list.name} since`,
    text: `WITH state AS (${stateOf(list)})
      SELECT (SELECT version FROM commits WHERE began_at >= $2::timestamptz ORDER BY began_at, version LIMIT 1),
          (SELECT began_at <= $2::timestamptz FROM commits WHERE version = state.since),
          state.text
        FROM state`,
  };
}

function withState(list: List, rows: string): string {
  return `WITH state AS MATERIALIZED (${stateOf(list)})
    SELECT page.*, state.* FROM state LEFT JOIN LATERAL (${rows}) AS page ON true`;
}

function changedColumnsOf(list: List): string {
  return list.fields
    .map(({ column }) => `coalesce(present.${column}, image.${column}) AS ${column}`)
    .join(', ');
}
