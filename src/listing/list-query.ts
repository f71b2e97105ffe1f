import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches, registerDecorator, ValidateIf } from 'class-validator';
import { type Form } from './forms.js';
import { type List } from './list.js';

export const INVALID_CURSOR = 'cursor must be a value from a Link header';

const MAX_PAGE = 2_147_483_647;

/** What a client may say of the page that it wants. */
export abstract class ListQuery {
  page?: string;
  sort?: string;
  cursor?: string;
}

/** The query parameters of a list in one form, checked and documented from the list's definition. */
export function listQuery(list: List, form: Form) {
  const sorts = list.sortsOf(form).flatMap((name) => [name, `-${name}`]);

  class QueryOfList extends ListQuery {
    @ApiPropertyOptional({
      description: 'Page number, from 1. Increase it until the answer is an empty array.',
      type: 'integer',
      minimum: 1,
      maximum: MAX_PAGE,
      default: 1,
    })
    @IsPageNumber()
    declare page?: string;

    @ApiPropertyOptional({
      description:
        'Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value.',
      enum: sorts,
      default: 'id',
    })
    @ValidateIf((query: ListQuery) => query.sort !== undefined)
    @IsOneOf(sorts)
    declare sort?: string;

    @ApiPropertyOptional({
      description: 'Replaces `page` in the addresses of the `Link` header. Opaque: take it from there.',
      type: 'string',
    })
    @ValidateIf((query: ListQuery) => query.cursor !== undefined)
    @Matches(/^[A-Za-z0-9_-]{16,20000}$/, { message: INVALID_CURSOR })
    @IsAlone()
    declare cursor?: string;
  }
  return QueryOfList;
}

function IsPageNumber() {
  return check(
    'isPageNumber',
    `page must be an integer from 1 to ${MAX_PAGE} and may appear once`,
    (value) => {
      if (value === undefined) return true;
      return typeof value === 'string' && /^[1-9][0-9]{0,9}$/.test(value) && Number(value) <= MAX_PAGE;
    },
  );
}

function IsOneOf(values: string[]) {
  const named = values.filter((value) => !value.startsWith('-')).join(', ');
  return check(
    'isOneOf',
    `sort must be one of ${named}, with - in front for descending, and may appear once`,
    (value) => typeof value === 'string' && values.includes(value),
  );
}

function IsAlone() {
  return check('isAlone', 'page and cursor cannot be combined', (_, query) => {
    return (query as ListQuery).page === undefined;
  });
}

function check(name: string, message: string, validate: (value: unknown, object: object) => boolean) {
  return (target: object, propertyName: string) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName,
      options: { message },
      validator: { validate: (value, args) => validate(value, args!.object) },
    });
}
