import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { type Form } from '../listing/forms.js';
import { listItem } from '../listing/list-item.js';
import { FormOperation, type OperationText } from '../listing/list-operation.js';
import { type List } from '../listing/list.js';
import { MAX_CHANGES } from './changes.service.js';

/** Makes a handler respond with changes of a list in one form, and documents it. */
export function ChangesOperation(list: List, form: Form, text: OperationText) {
  const item = listItem(list, form);
  return applyDecorators(
    FormOperation(form, text),
    ApiExtraModels(item),
    ApiOkResponse({
      description: 'Changes; an empty array when there are none yet. `Link` is where to go on.',
      schema: { type: 'array', maxItems: MAX_CHANGES, items: { $ref: getSchemaPath(item) } },
    }),
  );
}
