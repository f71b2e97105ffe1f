import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { listItem, nameInForm } from './list-item.js';
import { type Form, type List } from './list.js';
import { PAGE_SIZE } from './page.js';

/** The group under which the documentation shows the operations of a form. */
export const GROUPS: Record<Form, string> = { base: 'Base form', v1: 'v1 form' };

/** What the documentation says of an operation, in whatever form it answers. */
export interface OperationText {
  /** Its name in clients that are made from the documentation. */
  id: string;
  summary: string;
  description: string;
}

/** Documents an operation that answers with a page of a list in one form. */
export function ListOperation(list: List, form: Form, { id, summary, description }: OperationText) {
  const item = listItem(list, form);
  return applyDecorators(
    ApiTags(GROUPS[form]),
    ApiExtraModels(item),
    ApiOperation({ operationId: nameInForm(id, form), summary, description }),
    ApiOkResponse({
      description: 'A page; an empty array past the end.',
      schema: { type: 'array', maxItems: PAGE_SIZE, items: { $ref: getSchemaPath(item) } },
    }),
  );
}
