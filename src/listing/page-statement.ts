import { DIRECTORY_STATE } from '../database/directory-state.js';
import { type Statement } from '../database/statement.js';
import { type Field } from './list-definition.js';
import { type List, type Order, type Row } from './list.js';
import { BOOKMARK_ROWS } from './page-index.js';
import { MAX_PAGE_SIZE, MAX_ROWS, PAGE_SIZE } from './page.js';

/** Rows of a page, of the largest page, and of several pages: three limits for all sizes keep the statements few. */
const SIZES = [PAGE_SIZE, MAX_PAGE_SIZE, MAX_ROWS];

/** One row more shows whether there is a next page. */
export const limitOf = (size: number): number => SIZES.find((limit) => size <= limit)! + 1;

/** Where a row is in an order. */
export interface RowPosition {
  /** Its sort key, as PostgreSQL's text. */
  key: string;
  id: number;
}

/** The shape of a statement that reads a page; what varies from request to request are its parameters. */
export interface PageShape {
  order: Order;
  /** Reads against the order: what comes before a cursor. */
  backwards?: boolean;
  /** Starts after a row: the first parameters are its `startValues`. */
  afterRow?: boolean;
  /** Rows to skip from there; few, since `OFFSET` reads them. */
  skip?: number;
  /** Maximum number of objects, of a page or of several; `PAGE_SIZE` by default. */
  size?: number;
  /** Reads the number of all rows too. */
  withTotal?: boolean;
}

/** Rows of an order, as many as one page has or several. */
export type Slice = Required<Pick<PageShape, 'order' | 'size'>>;

/**
 * One statement reads a page, or several, one row more, and the state of the directory, all from one snapshot. The state
 * is the last column of each row, and the number of all rows, if it is read, the one before; a page without rows is one
 * row of which only these are not null.
 *
 * Limits are literals: PostgreSQL plans a `LIMIT` that it sees for few rows, and a parameter for a tenth of the table.
 */
export function pageStatement(
  list: List,
  { order, backwards, afterRow, skip = 0, size = PAGE_SIZE, withTotal }: PageShape,
): Statement {
  const limit = limitOf(size);
  const { direction, orderBy, after } = sqlOf(order, backwards);
  const shape = [afterRow ? 'after' : 'first', limit, skip, ...(withTotal ? ['total'] : [])];
  return {
    name: [list.name, order.field.name, direction, ...shape].join(' '),
    text: withState(
      `SELECT ${columnsOf(list)} FROM ${list.name}
        WHERE ${list.where} ${afterRow ? `AND ${after}` : ''} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
      { ...(withTotal && { total: list.count }) },
    ),
  };
}

/**
 * Reads a page after skipping rows, the number of which is the last parameter, from the start of the order or after a
 * row. Skipping them reads only the database index of the order, and takes a tenth of the time that `OFFSET` takes.
 * At most `BOOKMARK_ROWS` are skipped, a literal: otherwise PostgreSQL expects to skip a tenth of the table, and makes a
 * new plan for each execution.
 */
export function pageAfterSkipStatement(
  list: List,
  { order, size, afterRow, withTotal }: Slice & Required<Pick<PageShape, 'afterRow' | 'withTotal'>>,
): Statement {
  const limit = limitOf(size);
  const { direction, orderBy, key, after, isAfter } = sqlOf(order);
  const skip = `$${afterRow ? startValues(order, { key: '', id: 0 }).length + 1 : 1}::bigint`;
  const start = isAfter('(SELECT key FROM start)', '(SELECT id FROM start)');
  const shape = [afterRow ? 'after' : 'first', limit, ...(withTotal ? ['total'] : [])];
  return {
    name: [list.name, order.field.name, direction, ...shape, 'skip'].join(' '),
    text: withState(
      `SELECT ${columnsOf(list)} FROM ${list.name} WHERE ${list.where} AND ${start}
        ORDER BY ${orderBy} LIMIT ${limit}`,
      {
        ...(withTotal && { total: list.count }),
        ctes: `start AS MATERIALIZED (
        SELECT key, id FROM (
          SELECT ${key} AS key, id FROM ${list.name} WHERE ${list.where} ${afterRow ? `AND ${after}` : ''}
          ORDER BY ${orderBy} LIMIT ${BOOKMARK_ROWS}
        ) AS near
        LIMIT 1 OFFSET ${skip} - 1
      ),`,
      },
    ),
  };
}

/**
 * Reads the pages after `$1` rows, an ascending array, in one scan of the order, and the number of all rows. The column
 * behind those of the list is the number of the page in the array, from 1.
 */
export function pagesByOffsetStatement(list: List, { order, size }: Slice): Statement {
  const limit = limitOf(size);
  const { direction, orderBy, key, isAfter } = sqlOf(order);
  const from = (condition: string) =>
    `FROM ${list.name} WHERE ${list.where} ${condition} ORDER BY ${orderBy}`;
  const afterStart = `AND ${isAfter('starts.key', 'starts.id')}`;
  return {
    name: [list.name, order.field.name, direction, limit, 'offsets'].join(' '),
    text: withState(
      `SELECT page.*, number FROM starts CROSS JOIN LATERAL (
          SELECT ${columnsOf(list)} ${from(afterStart)} LIMIT ${limit}
        ) AS page`,
      {
        total: list.count,
        ctes: `RECURSIVE starts AS (
        (SELECT 1 AS number, ${key} AS key, id ${from('')} LIMIT 1 OFFSET ($1::bigint[])[1] - 1)
        UNION ALL
        SELECT number + 1, next.key, next.id FROM starts CROSS JOIN LATERAL (
          SELECT ${key} AS key, id ${from(afterStart)}
          LIMIT 1 OFFSET ($1::bigint[])[number + 1] - ($1::bigint[])[number] - 1
        ) AS next
        WHERE number < cardinality($1::bigint[])
      ),`,
      },
    ),
  };
}

/** The parameters of a statement that starts after a row. */
export function startValues(order: Order, { key, id }: RowPosition): unknown[] {
  return order.field.column === 'id' ? [id] : [key, id];
}

/**
 * Reads the last of every `BOOKMARK_ROWS` rows of an ascending order, and with each the number of rows behind the last
 * of them and the state of the directory.
 */
export function pageIndexStatement(list: List, field: Field): Statement {
  const { key, orderBy, isAfter } = sqlOf({ field, descending: false });
  const lastOf = (condition: string) => `SELECT ${key} AS key, id FROM ${list.name}
          WHERE ${list.where} ${condition} ORDER BY ${orderBy} LIMIT 1 OFFSET ${BOOKMARK_ROWS - 1}`;
  const last = isAfter('(SELECT key FROM last)', '(SELECT id FROM last)');
  return {
    name: `${list.name} ${field.name} page index`,
    isLong: true,
    text: withState(`SELECT key, id, (SELECT count(*) FROM rest) FROM bookmarks ORDER BY key, id`, {
      ctes: `RECURSIVE bookmarks AS (
        (${lastOf('')})
        UNION ALL
        SELECT next.key, next.id FROM bookmarks CROSS JOIN LATERAL (
          ${lastOf(`AND ${isAfter('bookmarks.key', 'bookmarks.id')}`)}
        ) AS next
      ),
      last AS MATERIALIZED (SELECT key, id FROM bookmarks ORDER BY key DESC, id DESC LIMIT 1),
      rest AS MATERIALIZED (
        SELECT FROM ${list.name} WHERE ${list.where} AND ${last} ORDER BY ${orderBy} LIMIT ${BOOKMARK_ROWS}
      ),`,
    }),
  };
}

/** Reads the row with id `$1`, whether the list has it or not, as `pageStatement` does. */
export function itemStatement(list: List): Statement {
  return {
    name: `${list.name} item`,
    text: withState(`SELECT ${columnsOf(list)} FROM ${list.name} WHERE id = $1::integer`),
  };
}

/**
 * Adds the state of the directory behind the columns of each row, and before it the number of all rows, if there is an
 * expression of it. (A nested loop keeps the order, and nothing else can join with a `LATERAL` subquery.)
 */
export function withState(
  rows: string,
  { ctes = '', total }: { ctes?: string; total?: string } = {},
): string {
  return `WITH ${ctes} state AS MATERIALIZED (
      SELECT ${DIRECTORY_STATE} AS text FROM versions WHERE versions.subject = 'directory'
    )
    SELECT page.*, ${total === undefined ? '' : `${total}, `}state.text
      FROM state LEFT JOIN LATERAL (${rows}) AS page ON true`;
}

/** The number of all rows, in any row of a statement that reads it. */
export function totalOf(row: Row): number {
  return Number(row.at(-2));
}

export function columnsOf(list: List): string {
  return list.fields.map((field) => field.column).join(', ');
}

/** The parts of a statement that reads in an order, or against it. */
export function sqlOf({ field, descending }: Order, backwards = false) {
  const byId = field.column === 'id';
  // Never null, and the same expression as in the database index of the order.
  const key = field.nullable ? `coalesce(${field.column}, ${field.type.nullSortKey!.sql})` : field.column;
  const direction = descending !== backwards ? 'DESC' : 'ASC';
  const beyond = direction === 'DESC' ? '<' : '>';
  const isAfter = (sortKey: string, id: string) =>
    byId ? `id ${beyond} ${id}` : `(${key}, id) ${beyond} (${sortKey}, ${id})`;
  return {
    key,
    direction,
    orderBy: byId ? `id ${direction}` : `${key} ${direction}, id ${direction}`,
    isAfter,
    /** After the row whose `startValues` are the first parameters. */
    after: isAfter(`$1::${field.type.sqlType}`, `$${byId ? 1 : 2}::bigint`),
  };
}
