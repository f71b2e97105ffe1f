import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { type Form, type List } from './list.js';

/** Documents an operation that answers with a page of a list in one form. */
export function ListOperation(list: List, form: Form, { summary }: { summary: string }) {
  return applyDecorators(
    ApiTags(list.name),
    ApiSecurity('key'),
    ApiOperation({ summary }),
    ApiOkResponse({ description: form }),
  );
}
