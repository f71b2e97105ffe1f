import { type Statement } from '../database/statement.js';
import { hash } from 'node:crypto';
import { type AddParameter } from './filter-types.js';
import { type ListFilters } from './list-filters.js';
import { type List, type Order } from './list.js';
import { columnsOf, limitOf, type RowPosition, sqlOf, startValues, withState } from './page-statement.js';

/** Matches up to which a filter counts as sparse: all of them are read, sorted and counted for a page. */
export const MAX_SPARSE = 2000;
/** Rows of an order among which a page of a filter that is not sparse is looked for. */
const WINDOW = 2000;
/**
 * Statements that are prepared. Filters and orders combine to many thousands, and a connection would keep each that a
 * client asked for, with its plan: about 100 kB of the memory of PostgreSQL.
 */
const MAX_PREPARED = 200;

/** A statement, and the values of its parameters. */
export interface Query {
  statement: Statement;
  values: unknown[];
}

/** A page of a filtered list: after a row, or `offset` rows from the start. */
export interface FilteredPage {
  order: Order;
  filters: ListFilters;
  size: number;
  afterRow?: RowPosition | undefined;
  offset?: number;
  /** Reads against the order. */
  backwards?: boolean;
}

/**
 * Reads a page of the rows that match filters, and their number, as `pageStatement` does; for more matches than
 * `MAX_SPARSE` the number is larger, and the rows are any.
 */
export function sparseQuery(list: List, page: FilteredPage): Query {
  const { orderBy, after, values, parameter } = partsOf(page);
  // The rows are found by the index of the filter. PostgreSQL plans this for all matches, though it may read only some:
  // for a few of them, it may walk a whole order to find them.
  const ctes = `candidates AS MATERIALIZED (
      SELECT ${columnsOf(list)} FROM ${list.name} WHERE ${matching(list, page, parameter)}
    ),
    matched AS MATERIALIZED (SELECT * FROM candidates LIMIT ${MAX_SPARSE + 1}),`;
  const rows = `SELECT * FROM matched ${after === '' ? '' : `WHERE ${after}`}
    ORDER BY ${orderBy} LIMIT ${limitOf(page.size)} OFFSET ${parameter(page.offset ?? 0, 'bigint')}`;
  return named(list, 'sparse', withState(rows, { ctes, total: '(SELECT count(*) FROM matched)' }), values);
}

/**
 * Reads a page of the rows that match among the next `WINDOW` rows of the order. Behind the columns of each row is
 * false; a row of which only that is not null, and is true, says that the list ended in the window.
 */
export function windowQuery(list: List, page: FilteredPage): Query {
  const { orderBy, after, values, parameter } = partsOf(page);
  const near = `SELECT * FROM ${list.name} WHERE ${list.where} ${after === '' ? '' : `AND ${after}`}
    ORDER BY ${orderBy} LIMIT ${WINDOW}`;
  const nothing = list.fields.map(({ column }) => `(NULL::${list.name}).${column}`).join(', ');
  const rows = `
    SELECT ${columnsOf(list)}, false AS ended FROM (${near}) AS near
      WHERE ${page.filters.condition(parameter)}
    UNION ALL
    SELECT ${nothing}, true WHERE (SELECT count(*) FROM (${near}) AS near) < ${WINDOW}
    LIMIT ${limitOf(page.size)} OFFSET ${parameter(page.offset ?? 0, 'bigint')}`;
  return named(list, 'window', withState(rows), values);
}

/** Reads the ids of all rows that match, in an ascending order, as one value for `Selection.of`. */
export function selectionQuery(list: List, { order: { field }, filters, size }: FilteredPage): Query {
  const all = { order: { field, descending: false }, filters, size };
  const { orderBy, values, parameter } = partsOf(all);
  const rows = `SELECT encode(string_agg(int4send(id), ''::bytea), 'hex') FROM (
      SELECT id FROM ${list.name} WHERE ${matching(list, all, parameter)} ORDER BY ${orderBy}
    ) AS ordered`;
  return long(planned(withState(rows), values));
}

/** Reads the number of rows that match. */
export function countQuery(list: List, filters: ListFilters): Query {
  const values: unknown[] = [];
  const rows = `SELECT count(*) FROM ${list.name}
    WHERE ${list.where} AND ${filters.condition((value, sqlType) => `$${values.push(value)}::${sqlType}`)}`;
  return long(planned(withState(rows), values));
}

/** Reads rows by their ids, in any order. */
export function rowsByIdQuery(list: List, ids: readonly number[]): Query {
  const rows = `SELECT ${columnsOf(list)} FROM ${list.name} WHERE id = ANY ($1::integer[])`;
  return { statement: { name: `${list.name} by ids`, text: withState(rows) }, values: [ids] };
}

/** Reads a page and the number of rows that match, whatever they are: slow for many matches. */
export function plainQuery(list: List, page: FilteredPage): Query {
  const { orderBy, after, values, parameter } = partsOf(page);
  const condition = matching(list, page, parameter);
  const rows = `SELECT ${columnsOf(list)} FROM ${list.name} WHERE ${condition} ${after === '' ? '' : `AND ${after}`}
    ORDER BY ${orderBy} LIMIT ${limitOf(page.size)} OFFSET ${parameter(page.offset ?? 0, 'bigint')}`;
  return planned(
    withState(rows, { total: `(SELECT count(*) FROM ${list.name} WHERE ${condition})` }),
    values,
  );
}

function partsOf({ order, backwards, afterRow }: FilteredPage) {
  const { orderBy, after } = sqlOf(order, backwards);
  const values = afterRow ? startValues(order, afterRow) : [];
  const parameter: AddParameter = (value, sqlType) => `$${values.push(value)}::${sqlType}`;
  return { orderBy, after: afterRow ? after : '', values, parameter };
}

function matching(list: List, { filters }: FilteredPage, parameter: AddParameter): string {
  return `${list.where} AND ${filters.condition(parameter)}`;
}

/** The names of the prepared statements, by their texts. */
const prepared = new Map<string, string>();

/**
 * A prepared statement, named by a hash of its text: PostgreSQL distinguishes names by their first 63 bytes. Those that are first
 * asked for after `MAX_PREPARED` others are planned each time.
 */
function named(list: List, kind: string, text: string, values: unknown[]): Query {
  let name = prepared.get(text);
  if (name === undefined && prepared.size < MAX_PREPARED) {
    name = `${list.name} ${kind} ${hash('sha1', text, 'base64url')}`;
    prepared.set(text, name);
  }
  return name === undefined ? planned(text, values) : { statement: { name, text }, values };
}

/** A statement that PostgreSQL plans each time, for the values at hand: its plan depends on how many rows match. */
function planned(text: string, values: unknown[]): Query {
  return { statement: { name: '', text }, values };
}

function long({ statement, values }: Query): Query {
  return { statement: { ...statement, isLong: true }, values };
}
