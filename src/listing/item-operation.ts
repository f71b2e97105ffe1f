import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam, getSchemaPath } from '@nestjs/swagger';
import { identifier } from './filter-types.js';
import { type Form } from './forms.js';
import { listItem } from './list-item.js';
import { FormOperation, type OperationText } from './list-operation.js';
import { type List } from './list.js';

/** Makes a handler respond with one object of a list in one form, by the `id` in its path, and documents it. */
export function ItemOperation(list: List, form: Form, text: OperationText) {
  const item = listItem(list, form);
  const { example } = list.fields[0]!;
  return applyDecorators(
    FormOperation(form, text),
    ApiExtraModels(item),
    ApiParam({ name: 'id', description: 'Its `id`.', schema: { ...identifier.schema, example } }),
    ApiOkResponse({ description: 'The object.', schema: { $ref: getSchemaPath(item) } }),
  );
}
