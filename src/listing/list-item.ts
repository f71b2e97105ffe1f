import { type Type } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Form, nameInForm } from './forms.js';
import { type Field } from './list-definition.js';
import { type List } from './list.js';

const described = new Map<string, { list: List; type: Type }>();

/**
 * The class that documents one object of a list in one form; the same one at every call.
 * @throws when two lists call their objects by the same name.
 */
export function listItem(list: List, form: Form): Type {
  const name = nameInForm(list.item, form);
  const known = described.get(name);
  if (known && known.list !== list) throw new Error(`Two lists call their objects ${name}.`);
  if (known) return known.type;
  const type = describe(name, list.fieldsOf(form));
  described.set(name, { list, type });
  return type;
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
