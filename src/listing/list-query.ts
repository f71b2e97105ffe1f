import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches, registerDecorator, ValidateIf } from 'class-validator';
import { type Form } from './forms.js';
import { type List } from './list.js';

export const DAMAGED_POSITION = 'position must be as it was given in a Link field';

const LAST_PAGE = 2_147_483_647;

/** What a client may say of the page that it wants. */
export abstract class ListQuery {
  page?: string;
  sort?: string;
  position?: string;
}

/** The query parameters of a list in one form, checked and documented from the list's definition. */
export function listQuery(list: List, form: Form) {
  const sorts = list.sortsOf(form).flatMap((name) => [name, `-${name}`]);

  class QueryOfList extends ListQuery {
    @ApiPropertyOptional({
      description: 'Page number, from 1. Increase it until the answer is an empty array.',
      type: 'integer',
      minimum: 1,
      maximum: LAST_PAGE,
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
      description: 'Stands in the place of `page` in addresses of the `Link` field. Not to be made by hand.',
      type: 'string',
    })
    @ValidateIf((query: ListQuery) => query.position !== undefined)
    @Matches(/^[A-Za-z0-9_-]{16,20000}$/, { message: DAMAGED_POSITION })
    @IsAlone()
    declare position?: string;
  }
  return QueryOfList;
}

function IsPageNumber() {
  return check('isPageNumber', `page must be a whole number from 1 to ${LAST_PAGE}, given once`, (value) => {
    if (value === undefined) return true;
    return typeof value === 'string' && /^[1-9][0-9]{0,9}$/.test(value) && Number(value) <= LAST_PAGE;
  });
}

function IsOneOf(values: string[]) {
  const named = values.filter((value) => !value.startsWith('-')).join(', ');
  return check(
    'isOneOf',
    `sort must be one of ${named}, with - in front for descending, given once`,
    (value) => typeof value === 'string' && values.includes(value),
  );
}

function IsAlone() {
  return check('isAlone', 'position stands in the place of page: give one of them', (_, query) => {
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
