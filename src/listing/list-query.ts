import { type Type } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { type Form } from './forms.js';
import { type Filter } from './list-definition.js';
import { type FilterInput, filterProblem, MAX_VALUES } from './list-filters.js';
import { type List } from './list.js';
import { IsCursor, ValidateWith } from './validation.js';

const MAX_PAGE = 2_147_483_647;
export const INVALID_PAGE = { message: `page must be an integer from 1 to ${MAX_PAGE} and may appear once` };

/** The query parameters of a list, validated: those that every list has, and the filters of its definition. */
export abstract class ListQuery {
  [filter: string]: number | FilterInput | undefined;
  page?: number;
  /** A field of the form, with `-` in front for descending. */
  sort?: string;
  cursor?: string;
}

/**
 * Makes the class of the query parameters of a list in one form: their validation and their documentation.
 * @param without filters that the operation does not have.
 */
export function listQuery(list: List, form: Form, without: readonly string[] = []) {
  const filters = list.filtersOf(form).filter(({ name }) => !without.includes(name));
  const sorts = list.sortsOf(form).flatMap((name) => [name, `-${name}`]);

  class FiltersOfList extends ListQuery {}
  for (const filter of filters) describeFilter(FiltersOfList, filter);

  class QueryOfList extends FiltersOfList {
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
      description: 'Page number, from 1. Increase it until the response is an empty array.',
      type: 'integer',
      minimum: 1,
      maximum: MAX_PAGE,
      default: 1,
    })
    @ValidateIf((query: ListQuery) => query.page !== undefined)
    @Max(MAX_PAGE, INVALID_PAGE)
    @Min(1, INVALID_PAGE)
    @IsInt(INVALID_PAGE)
    @Transform(({ value }: { value: unknown }) => decimalNumber(value))
    declare page?: number;

    @ApiPropertyOptional({
      description: 'Replaces `page` in the addresses of the `Link` header. Opaque: take it from there.',
      type: 'string',
    })
    @ValidateIf((query: ListQuery) => query.cursor !== undefined)
    @IsCursor()
    @IsAlone()
    declare cursor?: string;
  }
  return QueryOfList;
}

/** Adds the parameter of a filter to a class: its validation and its documentation. */
function describeFilter(query: Type, filter: Filter): void {
  const { name, type, repeated, description, example } = filter;
  ApiPropertyOptional({
    description: repeated ? `${description} May be repeated: any of the values matches.` : description,
    example,
    ...(repeated ? { type: 'array', items: type.schema, maxItems: MAX_VALUES } : type.schema),
  })(query.prototype as object, name);
  ValidateIf((values: ListQuery) => values[name] !== undefined)(query.prototype as object, name);
  ValidateWith(
    'isFilter',
    ({ value }) => filterProblem(filter, value)!,
    (value) => filterProblem(filter, value) === undefined,
  )(query.prototype as object, name);
}

/** Converts decimal digits without leading zeros to a number. Validation rejects anything else, which stays unchanged. */
function decimalNumber(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9][0-9]*$/.test(value) ? Number(value) : value;
}

function IsOneOf(values: string[]) {
  const ascending = values.filter((value) => !value.startsWith('-')).join(', ');
  return ValidateWith(
    'isOneOf',
    `sort must be one of ${ascending}, with - in front for descending, and may appear once`,
    (value) => typeof value === 'string' && values.includes(value),
  );
}

function IsAlone() {
  return ValidateWith(
    'isAlone',
    'page and cursor cannot be combined',
    (_, query: ListQuery) => query.page === undefined,
  );
}
