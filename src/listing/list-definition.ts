import { type FieldType } from './field-types.js';
import { type FilterType } from './filter-types.js';
import { everyForm, type Form } from './forms.js';

/** The definition of one field of a resource. */
export interface Field {
  /** The key in JSON, and the value of `sort`. */
  name: string;
  column: string;
  type: FieldType;
  nullable?: boolean;
  /** The forms that have the field; all by default. */
  forms?: readonly Form[];
  /** A sortable field needs an index on its sort key and `id`. */
  sortable?: boolean;
  description: string;
  example: unknown;
}

/** The definition of one filter: a query parameter that restricts a list. */
export interface Filter {
  /** The name of the parameter. */
  name: string;
  /** The column that is compared. One of a large table needs an index. */
  column: string;
  type: FilterType;
  /** Whether the parameter may appear several times; a row then matches one of the values. */
  repeated?: boolean;
  /** The forms that have the filter; all by default. */
  forms?: readonly Form[];
  description: string;
  example: unknown;
}

/** The definition of a list. */
export interface ListDefinition {
  /** The path, and the table. */
  name: string;
  /** The name of one object in the documentation, and of its type in clients that are generated from it. */
  item: string;
  /** SQL condition of the rows that the list has. */
  where: string;
  /** SQL expression of the number of its rows, where there is a cheaper one than counting them. */
  count?: string;
  /** In the order of the keys in JSON; `id` first. */
  fields: Field[];
  /** In the order of the parameters in the documentation. */
  filters?: Filter[];
}

const TABLE_OR_COLUMN = /^[a-z][a-z0-9_]*$/;
const JSON_KEY = /^[a-z][A-Za-z0-9]*$/;
const LIST_PARAMETERS = new Set(['page', 'sort', 'cursor']);
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** Validates a definition at start, and not with the first request. @throws naming every rule that is broken. */
export function rejectInvalidDefinition(definition: ListDefinition): void {
  const broken = [...brokenRules(definition)];
  if (broken.length > 0) throw new Error(`The list ${definition.name} is invalid: ${broken.join('; ')}.`);
}

function* brokenRules({ name, item, where, fields, filters = [] }: ListDefinition): Iterable<string> {
  if (!TABLE_OR_COLUMN.test(name)) yield 'its name must be that of a table in lower case';
  if (!TYPE_NAME.test(item)) yield `item must be a type name in upper camel case, not '${item}'`;
  if (where.trim() === '') yield 'where must be a condition';
  const [id] = fields;
  if (id?.name !== 'id' || id.column !== 'id') yield 'the first field must be id';
  else if (!id.sortable || id.nullable || id.forms)
    yield 'id must be sortable, never null, and in every form';
  for (const twice of duplicates(fields.map((field) => field.name))) yield `two fields are named ${twice}`;
  for (const twice of duplicates(fields.map((field) => field.column)))
    yield `two fields have the column ${twice}`;
  for (const field of fields) yield* brokenByField(field);
  for (const twice of duplicates(filters.map((filter) => filter.name)))
    yield `two filters are named ${twice}`;
  for (const filter of filters) yield* brokenByFilter(filter);
}

function* brokenByField({ name, column, type, nullable, forms, sortable }: Field): Iterable<string> {
  if (!JSON_KEY.test(name)) yield `the field '${name}' must be named in lower camel case`;
  if (!TABLE_OR_COLUMN.test(column)) yield `the column '${column}' must be a name in lower case`;
  yield* brokenByForms(name, forms);
  if (nullable && sortable && !type.nullSortKey)
    yield `${name} cannot be both nullable and sortable: its type has no nullSortKey`;
}

function* brokenByFilter({ name, column, forms }: Filter): Iterable<string> {
  if (!JSON_KEY.test(name)) yield `the filter '${name}' must be named in lower camel case`;
  if (LIST_PARAMETERS.has(name)) yield `no filter can be named ${name}, as every list has that parameter`;
  if (!TABLE_OR_COLUMN.test(column)) yield `the column '${column}' must be a name in lower case`;
  yield* brokenByForms(name, forms);
}

function* brokenByForms(name: string, forms: readonly Form[] | undefined): Iterable<string> {
  if (forms?.length === 0) yield `${name} is in no form; leave forms out for every form`;
  for (const form of forms ?? []) if (!everyForm.includes(form)) yield `${name} has the unknown form ${form}`;
}

function duplicates(names: string[]): Set<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
