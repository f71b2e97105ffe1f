import { type Statement } from '../database/database.js';
import { type List, type Order } from './list.js';
import { PAGE_SIZE } from './page.js';

/** The shape of a statement that reads a page; what varies from request to request are its parameters. */
export interface PageShape {
  order: Order;
  /** Against the order: what comes before a position is read backwards. */
  backwards?: boolean;
  /** Starts behind a position: the first parameters are its `positionValues`. */
  fromCursor?: boolean;
  /** Rows to skip; `$offset` stands for the last parameter. */
  skip: number | '$offset';
  /** Keeps the rows whose value in this column is in an array, the parameter behind those of the position. */
  among?: string | undefined;
}

/**
 * One statement reads one page, one row more, and the directory version, all of one snapshot. The version stands
 * behind each row; a page without rows is one row of which only the version is not null. (The join is of one row
 * with many, so it keeps their order.)
 *
 * Numbers that are known are written out: PostgreSQL plans a `LIMIT` that it sees for few rows, and one that it
 * does not see for a tenth of the table.
 */
export function pageStatement(list: List, shape: PageShape): Statement {
  const { order, fromCursor = false, skip, among } = shape;
  const byId = order.field.column === 'id';
  const parameters = !fromCursor ? 0 : byId ? 1 : 2;
  const key = orderKey(order);
  const descending = order.descending !== (shape.backwards ?? false);
  const direction = descending ? 'DESC' : 'ASC';
  const beyond = descending ? '<' : '>';
  const columns = list.fields.map((field) => field.column).join(', ');

  const conditions = [list.where];
  if (among) conditions.push(`${among} = ANY ($${parameters + 1}::text[])`);
  const position = !fromCursor
    ? undefined
    : byId
      ? `id ${beyond} $1::bigint`
      : `(${key}, id) ${beyond} ($1::${order.field.type.sqlType}, $2::bigint)`;
  const ordered = byId ? `id ${direction}` : `${key} ${direction}, id ${direction}`;
  const offset = skip === '$offset' ? `$${parameters + (among ? 2 : 1)}::bigint` : skip;

  // Such rows are few: found by their index first, put in order then. Left to itself PostgreSQL may walk a whole
  // order to find them.
  const from = among
    ? `(WITH matched AS MATERIALIZED (SELECT ${columns} FROM ${list.name} WHERE ${conditions.join(' AND ')})
       SELECT * FROM matched) AS matched ${position ? `WHERE ${position}` : ''}`
    : `${list.name} WHERE ${[...conditions, ...(position ? [position] : [])].join(' AND ')}`;

  return {
    name: [list.name, order.field.name, direction, among ?? 'all', fromCursor ? 'from' : 'start', skip].join(
      ' ',
    ),
    text: `SELECT page.*, versions.number
      FROM versions LEFT JOIN LATERAL (
        SELECT ${columns} FROM ${from}
        ORDER BY ${ordered} LIMIT ${PAGE_SIZE + 1} OFFSET ${offset}
      ) AS page ON true
      WHERE versions.subject = 'directory'`,
  };
}

/** The parameters of a statement that starts behind a position. */
export function cursorValues(order: Order, { key, id }: { key: string; id: number }): unknown[] {
  return order.field.column === 'id' ? [id] : [key, id];
}

/** The last of every `every` rows of an order, `every` being the only parameter. */
export function pageIndexStatement(list: List, order: Order): Statement {
  const key = orderKey(order);
  const direction = order.descending ? 'DESC' : 'ASC';
  return {
    name: `${list.name} ${order.field.name} ${direction} milestones`,
    text: `SELECT milestones.key, milestones.id, versions.number
      FROM versions LEFT JOIN (
        SELECT key, id FROM (
          SELECT ${key} AS key, id, row_number() OVER (ORDER BY ${key} ${direction}, id ${direction}) AS place
          FROM ${list.name} WHERE ${list.where}
        ) AS numbered
        WHERE place % $1::bigint = 0
      ) AS milestones ON true
      WHERE versions.subject = 'directory'
      ORDER BY milestones.key ${direction}, milestones.id ${direction}`,
  };
}

/** Never null, and the same expression as in the indexes. */
function orderKey({ field }: Order): string {
  return field.nullable ? `coalesce(${field.column}, ${field.type.nullSortKey!.sql})` : field.column;
}
