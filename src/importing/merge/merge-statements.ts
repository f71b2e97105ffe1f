import { type Field } from '../normalizing/field.js';
import { presenceColumn } from './feed-rows.js';
import { timestampAfterStored } from './import-timestamp.js';

/**
 * How the accepted rows of `feed_rows` are merged into a table. The columns come from the fields; the rest is what the
 * fields do not say. In all SQL, `row` is an accepted row and `stored` the row of the table that it matches.
 */
export interface MergeDefinition {
  table: 'networks' | 'programs';
  fields: readonly Field[];
  /** SQL: which stored row a row matches. */
  match: string;
  /** Columns of the fields that a merge never changes. */
  fixed: readonly string[];
  /** SQL by column: what a stored row becomes, where the rule of `valueAfter` does not apply. */
  after: Readonly<Record<string, string>>;
  /** SQL by column: what a new row gets where that is not the row's value; $1 is the import timestamp. */
  created: Readonly<Record<string, string>>;
  /** Columns of fields that another table stores; for these, `after` is what changes there, null for nothing. */
  externalColumns: readonly string[];
  /** SQL: the order in which new rows are inserted, and get their ids. */
  insertOrder: string;
  /** SQL that follows the insert in one statement, where the CTE `inserted` has these columns of the new rows. */
  afterInsert?: { columns: readonly string[]; sql: string };
  /** Columns that may change without a new `updated_at`. */
  unstamped: readonly string[];
  /** Columns of the table of changed rows beside the merged ones. */
  marks: Readonly<Record<string, { type: string; value: string }>>;
  /** How strongly stored rows are locked that will change. */
  lock: 'FOR UPDATE' | 'FOR NO KEY UPDATE';
  /** SQL: the stored rows that an import may have written. */
  written: string;
}

/** The statements of one merge, in the order in which they run. */
export interface MergeStatements {
  /** Makes the temporary table of the changed rows; in it `updated_at` is null where the import timestamp will be set. */
  createChanged: string;
  /** Fills it, and locks the stored rows. */
  findChanged: string;
  /** Counts accepted, new (with and without an id) and changed rows. */
  count: string;
  /** Inserts the new rows that bring an id along. $1 is the import timestamp. */
  insertWithId: string;
  /** Inserts the other new rows. $1 is the import timestamp. */
  insertWithoutId: string;
  /** Writes the changed rows. $1 is the import timestamp. */
  update: string;
  /** Gives what has timestamp $1 or later at least $2. */
  restamp: string;
}

export function mergeStatements(definition: MergeDefinition): MergeStatements {
  const {
    table,
    fields,
    match,
    fixed,
    after,
    created,
    externalColumns,
    insertOrder,
    afterInsert,
    unstamped,
    marks,
    lock,
    written,
  } = definition;
  const changed = `changed_${table}`;
  const merged = fields.filter(({ column }) => ![...fixed, 'id', 'updated_at'].includes(column));
  const columns = merged.map(({ column }) => column);
  const isHere = (column: string): boolean => !externalColumns.includes(column);
  const isNew = `NOT EXISTS (SELECT FROM ${table} AS stored WHERE ${match})`;

  const insert = (withId: boolean): string => {
    const values = new Map(
      fields.filter(({ column }) => isHere(column)).map(({ column }) => [column, `row.${column}`]),
    );
    for (const [column, value] of Object.entries(created)) values.set(column, value);
    if (!withId) values.delete('id');
    const text = `
  INSERT INTO ${table} (
      ${list(6, values.keys())}
    )
  SELECT
      ${list(6, values.values())}
    FROM accepted_rows AS row
    WHERE row.id IS ${withId ? 'NOT NULL' : 'NULL'}
      AND ${isNew}
    ORDER BY ${insertOrder}
`;
    if (!afterInsert) return text;
    return `
  WITH inserted AS (${text}    RETURNING ${afterInsert.columns.join(', ')}
  )${afterInsert.sql}
`;
  };

  return {
    createChanged: `
  CREATE TEMPORARY TABLE ${changed} (
    id integer NOT NULL,
    ${lines(4, [
      ...merged.map(({ column, type }) => `${column} ${type}`),
      'updated_at timestamptz(3)',
      ...Object.entries(marks).map(([column, { type }]) => `${column} ${type} NOT NULL`),
    ])}
  ) ON COMMIT DROP
`,
    findChanged: `
  INSERT INTO ${changed} (
      id, ${list(6, [...columns, 'updated_at', ...Object.keys(marks)])}
    )
  SELECT stored.id, after.*,
      ${lines(6, [
        updatedAt(
          columns.filter((column) => !unstamped.includes(column)),
          unstamped,
        ),
        ...Object.values(marks).map(({ value }) => value),
      ])}
    FROM accepted_rows AS row
      JOIN ${table} AS stored ON ${match}
      CROSS JOIN LATERAL (
        SELECT
          ${lines(
            10,
            merged.map((field) => `${after[field.column] ?? valueAfter(field)} AS ${field.column}`),
          )}
      ) AS after
    WHERE ROW(after.*, coalesce(row.updated_at, stored.updated_at)) IS DISTINCT FROM ROW(
        ${list(
          8,
          [...columns, 'updated_at'].map((column) => (isHere(column) ? `stored.${column}` : 'NULL')),
        )}
      )
    ${lock} OF stored
`,
    count: `
  SELECT
    (SELECT count(*) FROM accepted_rows)::integer AS accepted,
    new.count::integer AS created,
    new.without_id::integer AS "createdWithoutId",
    (SELECT count(*) FROM ${changed})::integer AS changed
    FROM (
      SELECT count(*), count(*) FILTER (WHERE id IS NULL) AS without_id
        FROM accepted_rows AS row
        WHERE ${isNew}
    ) AS new
`,
    insertWithId: insert(true),
    insertWithoutId: insert(false),
    update: `
  UPDATE ${table} AS stored SET
      ${lines(6, [
        ...columns.filter(isHere).map((column) => `${column} = changed.${column}`),
        `updated_at = coalesce(changed.updated_at, ${timestampAfterStored('$1')})`,
      ])}
    FROM ${changed} AS changed
    WHERE stored.id = changed.id
`,
    restamp: `
  UPDATE ${table} AS stored SET updated_at = $2
    WHERE updated_at >= $1 AND updated_at < $2 AND ${written}
`,
  };
}

/** What a stored row becomes: a field that was not given keeps its value. */
function valueAfter({ column, required, empty }: Field): string {
  if (required) return `row.${column}`;
  if (empty !== 'null') return `coalesce(row.${column}, stored.${column})`;
  return `CASE WHEN row.${presenceColumn(column)} THEN row.${column} ELSE stored.${column} END`;
}

/** The given `updated_at`; else the stored one where nothing else changed, and null for the import timestamp. */
function updatedAt(stamped: readonly string[], unstamped: readonly string[]): string {
  // Without such columns, a row whose `updated_at` was not given is here only because another column changed.
  if (unstamped.length === 0) return 'row.updated_at';
  const of = (source: string): string =>
    list(
      10,
      stamped.map((column) => `${source}.${column}`),
    );
  return `coalesce(
        row.updated_at,
        CASE WHEN ROW(
          ${of('after')}
        ) IS NOT DISTINCT FROM ROW(
          ${of('stored')}
        ) THEN stored.updated_at END
      )`;
}

const lines = (indent: number, parts: readonly string[]): string => parts.join(`,\n${' '.repeat(indent)}`);

/** Six on a line. */
function list(indent: number, parts: Iterable<string>): string {
  const all = [...parts];
  const rows = Array.from({ length: Math.ceil(all.length / 6) }, (_, row) => all.slice(6 * row, 6 * row + 6));
  return lines(
    indent,
    rows.map((row) => row.join(', ')),
  );
}
