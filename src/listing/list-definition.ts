import { type FieldType } from './field-types.js';
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

/** The definition of a list. */
export interface ListDefinition {
  /** The path, and the table. */
  name: string;
  /** The name of one object in the documentation, and of its type in clients that are generated from it. */
  item: string;
  /** SQL condition of the rows that the list has. */
  where: string;
  /** In the order of the keys in JSON; `id` first. */
  fields: Field[];
}

const TABLE_OR_COLUMN = /^[a-z][a-z0-9_]*$/;
const JSON_KEY = /^[a-z][A-Za-z0-9]*$/;
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** Validates a definition at start, and not with the first request. @throws naming every rule that is broken. */
export function rejectInvalidDefinition(definition: ListDefinition): void {
  const broken = [...brokenRules(definition)];
  if (broken.length > 0) throw new Error(`The list ${definition.name} is invalid: ${broken.join('; ')}.`);
}

function* brokenRules({ name, item, where, fields }: ListDefinition): Iterable<string> {
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
}

function* brokenByField({ name, column, type, nullable, forms, sortable }: Field): Iterable<string> {
  if (!JSON_KEY.test(name)) yield `the field '${name}' must be named in lower camel case`;
  if (!TABLE_OR_COLUMN.test(column)) yield `the column '${column}' must be a name in lower case`;
  if (forms?.length === 0) yield `${name} is in no form; leave forms out for every form`;
  for (const form of forms ?? []) if (!everyForm.includes(form)) yield `${name} has the unknown form ${form}`;
  if (nullable && sortable && !type.nullSortKey)
    yield `${name} cannot be both nullable and sortable: its type has no nullSortKey`;
}

function duplicates(names: string[]): Set<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
