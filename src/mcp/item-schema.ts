import { type List } from '../listing/list.js';
import { objectSchema, type ObjectSchema } from './tool.js';

/** The JSON Schema of an object of a list in the v1 form. */
export function itemSchema(list: List): ObjectSchema {
  const properties = list.fieldsOf('v1').map(({ name, type, nullable, description }): [string, object] => {
    const schema = nullable ? { ...type.schema, type: [type.schema.type, 'null'] } : type.schema;
    return [name, { ...schema, description }];
  });
  return objectSchema(
    Object.fromEntries(properties),
    properties.map(([name]) => name),
  );
}
