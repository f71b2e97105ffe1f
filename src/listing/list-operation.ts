import { applyDecorators, Version } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Form, forms, nameInForm } from './forms.js';
import { listItem } from './list-item.js';
import { type List } from './list.js';
import { PAGE_SIZE } from './page.js';

/** Metadata of a handler: the form in which its pages are sent. */
export const ResponseForm = Reflector.createDecorator<Form>();

/** The documentation of an operation, the same in every form. */
export interface OperationText {
  /** The `operationId`, from which clients that are generated from the documentation get their method names. */
  id: string;
  summary: string;
  description: string;
}

/** Makes a handler respond in one form, under the API version of that form, and documents the operation. */
export function FormOperation(form: Form, { id, summary, description }: OperationText) {
  return applyDecorators(
    Version(forms[form].version),
    ResponseForm(form),
    ApiTags(forms[form].group),
    ApiOperation({ operationId: nameInForm(id, form), summary, description }),
  );
}

/**
 * Makes a handler respond with an array of a list's objects in one form, and documents it.
 * @param array what the array is, and its maximum length.
 */
export function ArrayOperation(
  list: List,
  form: Form,
  text: OperationText,
  { description, maxItems }: { description: string; maxItems: number },
) {
  const item = listItem(list, form);
  return applyDecorators(
    FormOperation(form, text),
    ApiExtraModels(item),
    ApiOkResponse({
      description,
      schema: { type: 'array', maxItems, items: { $ref: getSchemaPath(item) } },
    }),
  );
}

/** Makes a handler respond with a page of a list in one form, and documents it. */
export function ListOperation(list: List, form: Form, text: OperationText) {
  return ArrayOperation(list, form, text, {
    description: 'A page; an empty array past the end.',
    maxItems: PAGE_SIZE,
  });
}
