import { applyDecorators, SetMetadata, Version } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Form, forms, nameInForm } from './forms.js';
import { listItem } from './list-item.js';
import { type List } from './list.js';
import { PAGE_SIZE } from './page.js';

const FORM = 'form';

/** What the documentation says of an operation, in whatever form it answers. */
export interface OperationText {
  /** Its name in clients that are made from the documentation. */
  id: string;
  summary: string;
  description: string;
}

/** Makes a handler answer with a page of a list in one form, under the version of that form, and documents it. */
export function ListOperation(list: List, form: Form, { id, summary, description }: OperationText) {
  const item = listItem(list, form);
  return applyDecorators(
    Version(forms[form].version),
    SetMetadata(FORM, form),
    ApiTags(forms[form].group),
    ApiExtraModels(item),
    ApiOperation({ operationId: nameInForm(id, form), summary, description }),
    ApiOkResponse({
      description: 'A page; an empty array past the end.',
      schema: { type: 'array', maxItems: PAGE_SIZE, items: { $ref: getSchemaPath(item) } },
    }),
  );
}

/** The form in which a handler answers. */
export function formOf(handler: object): Form {
  return Reflect.getMetadata(FORM, handler) as Form;
}
