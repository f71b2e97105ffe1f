import { everyForm, type Form } from './forms.js';
import { type FieldType } from './field-types.js';

/** Everything that is known of one field of a resource. */
export interface Field {
  name: string;
  column: string;
  type: FieldType;
  nullable?: boolean;
  /** The forms that have the field; without it all have. */
  forms?: readonly Form[];
  sortable?: boolean;
  description: string;
  example: unknown;
}

/** A list in one order: ascending, or its mirror. */
export interface Order {
  field: Field;
  descending: boolean;
}

/** A row as PostgreSQL wrote it, a text for each field of the list, of all forms. */
export type Row = readonly (string | null)[];

export interface ListDefinition {
  /** The path, and the table. */
  name: string;
  /** What one row is called in the documentation, and in the types of clients that are made from it. */
  item: string;
  /** The condition that a row of the list meets. */
  where: string;
  /** In the order of the keys of the answer. */
  fields: Field[];
}

/** A resource's active rows. All that is said of a list is said in its definition. */
export class List {
  readonly name: string;
  readonly item: string;
  readonly where: string;
  readonly fields: readonly Field[];
  private readonly writers: Record<Form, (row: Row) => string>;

  constructor(definition: ListDefinition) {
    this.name = definition.name;
    this.item = definition.item;
    this.where = definition.where;
    this.fields = definition.fields;
    this.writers = Object.fromEntries(
      everyForm.map((form) => [form, this.writer(form)]),
    ) as typeof this.writers;
  }

  fieldsOf(form: Form): Field[] {
    return this.fields.filter((field) => field.forms?.includes(form) ?? true);
  }

  /** The values that `sort` may have, descending ones left out. */
  sortsOf(form: Form): string[] {
    return this.fieldsOf(form)
      .filter((field) => field.sortable)
      .map((field) => field.name);
  }

  /** @param sort a value that was checked against `sortsOf`, with `-` in front for descending. */
  order(sort = 'id'): Order {
    const descending = sort.startsWith('-');
    const name = descending ? sort.slice(1) : sort;
    const field = this.fields.find((candidate) => candidate.name === name);
    if (!field?.sortable) throw new Error(`${this.name} cannot be sorted by ${name}`);
    return { field, descending };
  }

  /** The row's value in an order, as PostgreSQL's text; null is the value that is larger than any. */
  keyOf(row: Row, { field }: Order): string {
    return row[this.fields.indexOf(field)] ?? field.type.nullSortKey!.text;
  }

  idOf(row: Row): number {
    return Number(row[0]);
  }

  /** The JSON array of rows in one form. */
  write(rows: readonly Row[], form: Form): string {
    return `[${rows.map(this.writers[form]).join(',')}]`;
  }

  private writer(form: Form): (row: Row) => string {
    const parts = this.fieldsOf(form).map((field, position) => ({
      index: this.fields.indexOf(field),
      before: `${position === 0 ? '{' : ','}"${field.name}":`,
      toJson: field.type.toJson,
    }));
    return (row) => {
      let json = '';
      for (const { index, before, toJson } of parts) {
        const value = row[index] ?? null;
        json += before + (value === null ? 'null' : toJson(value));
      }
      return json + '}';
    };
  }
}
