import { DIRECTORY_STATE } from '../database/directory-state.js';
import { type Statement } from '../database/statement.js';
import { type List } from '../listing/list.js';

/*
 * Each statement reads from one snapshot. A row has the version of its change, its id, and the fields of the list. Behind
 * them the first row has what `STATE` selects; without rows it is alone.
 */

/** The state of the directory, the nonce of version $1 in its history, and from which version on changes are kept. */
const stateOf = (list: List) => `
  SELECT ${DIRECTORY_STATE} AS text,
      (SELECT nonce FROM commits WHERE version = $1::bigint) AS nonce,
      (SELECT since FROM kept_lists WHERE list = '${list.name}') AS since
    FROM versions WHERE subject = 'directory'`;

/** Reads the rows that the list has now, by id: those after $2. Limits are literals, as in `pageStatement`. */
export function rowsStatement(list: List, limit: number): Statement {
  return {
    name: `${list.name} rows ${limit}`,
    text: withState(
      list,
      `SELECT NULL::bigint AS version, id AS row_id, ${columnsOf(list, 'list')},
          row_number() OVER (ORDER BY id) AS rank
        FROM (
          SELECT * FROM ${list.name} WHERE ${list.where} AND id > $2::bigint ORDER BY id LIMIT ${limit}
        ) AS list`,
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
    // The limit inside lets a commit of any size be read a page at a time, in order.
    text: withState(
      list,
      `SELECT change.version, change.id AS row_id, ${changedColumnsOf(list)},
          row_number() OVER (ORDER BY change.version, change.id) AS rank
        FROM (
          SELECT commit.version, changed.id, changed.image
            FROM change_versions AS commit
              CROSS JOIN LATERAL (
                SELECT id, image FROM changes
                  WHERE list = '${list.name}' AND change = commit.change
                    AND (commit.version > $2::bigint OR id > $3::bigint)
                  ORDER BY id LIMIT ${limit}
              ) AS changed
            WHERE commit.list = '${list.name}' AND commit.version >= $2::bigint
            ORDER BY commit.version, changed.id LIMIT ${limit}
        ) AS change
          LEFT JOIN ${list.name} AS present ON present.id = change.id
          LEFT JOIN LATERAL jsonb_populate_record(NULL::${list.name}, change.image) AS image
            ON present.id IS NULL AND change.image IS NOT NULL`,
    ),
  };
}

/** Reads the state, the first version that began at $2 or later, and whether changes were kept then. */
export function sinceStatement(list: List): Statement {
  return {
    name: `${list.name} since`,
    text: `WITH state AS (${stateOf(list)})
      SELECT state.text, state.nonce, state.since,
          (SELECT version FROM commits WHERE began_at >= $2::timestamptz ORDER BY began_at, version LIMIT 1),
          (SELECT began_at <= $2::timestamptz FROM commits WHERE version = state.since)
        FROM state`,
  };
}

function withState(list: List, rows: string): string {
  const once = (column: string) => `CASE WHEN page.rank IS NULL OR page.rank = 1 THEN state.${column} END`;
  return `WITH state AS MATERIALIZED (${stateOf(list)}), page AS MATERIALIZED (${rows})
    SELECT page.version, page.row_id, ${columnsOf(list, 'page')}, ${once('text')}, ${once('nonce')}, ${once('since')}
      FROM state LEFT JOIN page ON true ORDER BY page.rank`;
}

function columnsOf(list: List, source: string): string {
  return list.fields.map(({ column }) => `${source}.${column}`).join(', ');
}

function changedColumnsOf(list: List): string {
  return list.fields
    .map(({ column }) => `coalesce(present.${column}, image.${column}) AS ${column}`)
    .join(', ');
}
