import { applyDecorators, Version } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Form, forms, nameInForm } from '../listing/forms.js';
import { listItem } from '../listing/list-item.js';
import { type OperationText, ResponseForm } from '../listing/list-operation.js';
import { type List } from '../listing/list.js';
import { MAX_CHANGES } from './changes.service.js';

/** Makes a handler respond with changes of a list in one form, under the API version of that form, and documents it. */
export function ChangesOperation(list: List, form: Form, { id, summary, description }: OperationText) {
  const item = listItem(list, form);
  return applyDecorators(
    Version(forms[form].version),
    ResponseForm(form),
    ApiTags(forms[form].group),
    ApiExtraModels(item),
    ApiOperation({ operationId: nameInForm(id, form), summary, description }),
    ApiOkResponse({
      description: 'Changes; an empty array when there are none yet. `Link` is where to go on.',
      schema: { type: 'array', maxItems: MAX_CHANGES, items: { $ref: getSchemaPath(item) } },
    }),
  );
}
