import { applyDecorators, Version } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { identifier } from './filter-types.js';
import { type Form, forms, nameInForm } from './forms.js';
import { listItem } from './list-item.js';
import { type OperationText, ResponseForm } from './list-operation.js';
import { type List } from './list.js';

/** Makes a handler respond with one object of a list in one form, by the `id` in its path, and documents it. */
export function ItemOperation(list: List, form: Form, { id, summary, description }: OperationText) {
  const item = listItem(list, form);
  const { example } = list.fields[0]!;
  return applyDecorators(
    Version(forms[form].version),
    ResponseForm(form),
    ApiTags(forms[form].group),
    ApiExtraModels(item),
    ApiOperation({ operationId: nameInForm(id, form), summary, description }),
    ApiParam({ name: 'id', description: 'Its `id`.', schema: { ...identifier.schema, example } }),
    ApiOkResponse({ description: 'The object.', schema: { $ref: getSchemaPath(item) } }),
  );
}
