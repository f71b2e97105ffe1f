import { everyForm, type Form } from './forms.js';
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

  /** The JSON array of rows in one form. */
  toJson(rows: readonly Row[], form: Form): string {
    const serializer = this.serializers[form];
    let json = '';
    // Not by join, which would copy each row once more.
    for (const row of rows) json += (json === '' ? '[' : ',') + serializer(row);
    return json === '' ? '[]' : `${json}]`;
  }

  itemToJson(row: Row, form: Form): string {
    return this.serializers[form](row);
  }

  private serializer(form: Form): (row: Row) => string {
    const parts = this.fieldsOf(form).map((field, index) => ({
      column: this.fields.indexOf(field),
      prefix: `${index === 0 ? '{' : ','}"${field.name}":`,
      toJson: field.type.toJson,
    }));
    return (row) => {
      let json = '';
      for (const { column, prefix, toJson } of parts) {
        const value = row[column] ?? null;
        json += prefix + (value === null ? 'null' : toJson(value));
      }
      return json + '}';
    };
  }
}
