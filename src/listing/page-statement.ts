import { type Statement } from '../database/database.js';
import { type List, type Order } from './list.js';
import { PAGE_SIZE } from './page.js';

/** The shape of a statement that reads a page; what varies from request to request are its parameters. */
export interface PageShape {
  order: Order;
  /** Reads against the order: what comes before a cursor. */
  backwards?: boolean;
  /** Starts after a row: the first parameters are its `startValues`. */
  fromRow?: boolean;
  /** Rows to skip; `$offset` stands for the last parameter. */
  skip: number | '$offset';
  /** Column of the filter, whose values are the parameter after those of the start. */
  filterColumn?: string | undefined;
}

/**
 * One statement reads one page, one row more, and the directory version, all from one snapshot. The version is the
 * last column of each row; a page without rows is one row of which only the version is not null. (The join is of one
 * row with many, so it keeps their order.)
 *
 * Numbers that are known are literals: PostgreSQL plans a `LIMIT` that it sees for few rows, and a parameter for a
 * tenth of the table.
 */
export function pageStatement(list: List, shape: PageShape): Statement {
  const { order, fromRow = false, skip, filterColumn } = shape;
  const byId = order.field.column === 'id';
  const startParameters = !fromRow ? 0 : byId ? 1 : 2;
  const key = sortKey(order);
  const descending = order.descending !== (shape.backwards ?? false);
  const direction = descending ? 'DESC' : 'ASC';
  const beyond = descending ? '<' : '>';
  const columns = list.fields.map((field) => field.column).join(', ');

  const conditions = [list.where];
  if (filterColumn) conditions.push(`${filterColumn} = ANY ($${startParameters + 1}::text[])`);
  const start = !fromRow
    ? undefined
    : byId
      ? `id ${beyond} $1::bigint`
      : `(${key}, id) ${beyond} ($1::${order.field.type.sqlType}, $2::bigint)`;
  const ordered = byId ? `id ${direction}` : `${key} ${direction}, id ${direction}`;
  const offset = skip === '$offset' ? `$${startParameters + (filterColumn ? 2 : 1)}::bigint` : skip;

  // A filter matches few rows: they are found by its index first, and sorted then. PostgreSQL may otherwise walk a
  // whole order to find them.
  const from = filterColumn
    ? `(WITH matched AS MATERIALIZED (SELECT ${columns} FROM ${list.name} WHERE ${conditions.join(' AND ')})
       SELECT * FROM matched) AS matched ${start ? `WHERE ${start}` : ''}`
    : `${list.name} WHERE ${[...conditions, ...(start ? [start] : [])].join(' AND ')}`;

  return {
    name: [
      list.name,
      order.field.name,
      direction,
      filterColumn ?? 'all',
      fromRow ? 'row' : 'start',
      skip,
    ].join(' '),
    text: `SELECT page.*, versions.number
      FROM versions LEFT JOIN LATERAL (
        SELECT ${columns} FROM ${from}
        ORDER BY ${ordered} LIMIT ${PAGE_SIZE + 1} OFFSET ${offset}
      ) AS page ON true
      WHERE versions.subject = 'directory'`,
  };
}

/** The parameters of a statement that starts after a row. */
export function startValues(order: Order, { key, id }: { key: string; id: number }): unknown[] {
  return order.field.column === 'id' ? [id] : [key, id];
}

/** Reads the last of every `$1` rows of an order. */
export function pageIndexStatement(list: List, order: Order): Statement {
  const key = sortKey(order);
  const direction = order.descending ? 'DESC' : 'ASC';
  return {
    name: `${list.name} ${order.field.name} ${direction} page index`,
    text: `SELECT bookmarks.key, bookmarks.id, versions.number
      FROM versions LEFT JOIN (
        SELECT key, id FROM (
          SELECT ${key} AS key, id, row_number() OVER (ORDER BY ${key} ${direction}, id ${direction}) AS rank
          FROM ${list.name} WHERE ${list.where}
        ) AS ranked
        WHERE rank % $1::bigint = 0
      ) AS bookmarks ON true
      WHERE versions.subject = 'directory'
      ORDER BY bookmarks.key ${direction}, bookmarks.id ${direction}`,
  };
}

/** Never null, and the same expression as in the database index of the order. */
function sortKey({ field }: Order): string {
  return field.nullable ? `coalesce(${field.column}, ${field.type.nullSortKey!.sql})` : field.column;
}
