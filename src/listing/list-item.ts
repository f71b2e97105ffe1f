import { type Type } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Form, nameInForm } from './forms.js';
import { type Field, type List } from './list.js';

const classes = new Map<string, Type>();

/** The class by which the documentation knows one object of a list in one form; the same whenever it is asked for. */
export function listItem(list: List, form: Form): Type {
  const name = nameInForm(list.item, form);
  let item = classes.get(name);
  if (item === undefined) classes.set(name, (item = describe(name, list.fieldsOf(form))));
  return item;
}

function describe(name: string, fields: Field[]): Type {
  class ListItem {}
  ApiSchema({ name })(ListItem);
  for (const field of fields) {
    const options = {
      ...field.type.schema,
      description: field.description,
      example: field.example,
      ...(field.nullable && { nullable: true }),
    };
    ApiProperty(options)(ListItem.prototype, field.name);
  }
  return ListItem;
}
