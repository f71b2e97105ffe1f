import { everyForm, type Form } from './forms.js';
import { type JsonBuffer } from './json-buffer.js';
import { type Field, type Filter, type ListDefinition, rejectInvalidDefinition } from './list-definition.js';

/** An order of a list: by a field, ascending or its exact mirror. */
export interface Order {
  field: Field;
  descending: boolean;
}

/** A row as PostgreSQL's text of each field of the list, those of all forms. */
export type Row = readonly (string | null)[];

/** A resource's active rows: the one definition from which queries, JSON, validation and documentation are derived. */
export class List {
  readonly name: string;
  readonly item: string;
  readonly where: string;
  /** SQL expression of the number of rows. */
  readonly count: string;
  readonly fields: readonly Field[];
  readonly filters: readonly Filter[];
  private readonly serializers: Record<Form, (row: Row) => string>;

  /** @throws when the definition breaks a rule, naming the rule. */
  constructor(definition: ListDefinition) {
    rejectInvalidDefinition(definition);
    this.name = definition.name;
    this.item = definition.item;
    this.where = definition.where;
    this.count = definition.count ?? `(SELECT count(*) FROM ${this.name} WHERE ${this.where})`;
    this.fields = definition.fields;
    this.filters = definition.filters ?? [];
    this.serializers = Object.fromEntries(
      everyForm.map((form) => [form, this.serializer(form)]),
    ) as typeof this.serializers;
  }

  fieldsOf(form: Form): Field[] {
    return this.fields.filter((field) => field.forms?.includes(form) ?? true);
  }

  filtersOf(form: Form): Filter[] {
    return this.filters.filter((filter) => filter.forms?.includes(form) ?? true);
  }

  /** The names of the fields that `sort` may have in a form, without the descending ones. */
  sortsOf(form: Form): string[] {
    return this.fieldsOf(form)
      .filter((field) => field.sortable)
      .map((field) => field.name);
  }

  /** @param sort a name of `sortsOf`, with `-` in front for descending. */
  order(sort = 'id'): Order {
    const descending = sort.startsWith('-');
    const name = descending ? sort.slice(1) : sort;
    const field = this.fields.find((candidate) => candidate.name === name);
    if (!field?.sortable) throw new Error(`${this.name} cannot be sorted by ${name}`);
    return { field, descending };
  }

  /** The sort key of a row, as PostgreSQL's text. */
  keyOf(row: Row, { field }: Order): string {
    return row[this.fields.indexOf(field)] ?? field.type.nullSortKey!.text;
  }

  idOf(row: Row): number {
    return Number(row[0]);
  }

  /** Writes the JSON array of rows in one form. */
  writeJson(rows: readonly Row[], form: Form, json: JsonBuffer): void {
    const serializer = this.serializers[form];
    let separator = '[';
    for (const row of rows) {
      json.write(separator + serializer(row));
      separator = ',';
    }
    json.write(separator === '[' ? '[]' : ']');
  }

  itemToJson(row: Row, form: Form): string {
    return this.serializers[form](row);
  }

  private serializer(form: Form): (row: Row) => string {
    const fields = this.fieldsOf(form);
    const parts = fields.map((field, index) => ({
      column: this.fields.indexOf(field),
      toJson: field.type.toJson,
      at: 2 * index + 1,
    }));
    // The names of the fields, and after each the place of its value.
    const pieces = fields.flatMap(({ name }, index) => [`${index === 0 ? '{' : ','}"${name}":`, '']);
    pieces.push('}');
    return (row) => {
      for (const { column, toJson, at } of parts) {
        const value = row[column] ?? null;
        pieces[at] = value === null ? 'null' : toJson(value);
      }
      return pieces.join('');
    };
  }
}
