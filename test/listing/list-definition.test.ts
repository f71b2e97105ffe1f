import { describe, expect, test } from '@jest/globals';
import { countryCodes, integer, text } from '../../src/listing/field-types.js';
import { identifier } from '../../src/listing/filter-types.js';
import { type Form } from '../../src/listing/forms.js';
import { type Field, type Filter } from '../../src/listing/list-definition.js';
import { listItem } from '../../src/listing/list-item.js';
import { List } from '../../src/listing/list.js';

const described = { description: 'A field.', example: null };
const id: Field = { name: 'id', column: 'id', type: integer, sortable: true, ...described };
const name: Field = { name: 'name', column: 'name', type: text, sortable: true, ...described };
const filter: Filter = { name: 'owner', column: 'owner_id', type: identifier, ...described };
const define = (
  fields: Field[],
  rest: Partial<{ name: string; item: string; where: string; filters: Filter[] }> = {},
) => new List({ name: 'things', item: 'Thing', where: 'live', fields, ...rest });

describe('A list definition', () => {
  test('is accepted when it follows the rules', () => {
    expect(define([id, name]).sortsOf('base')).toEqual(['id', 'name']);
    const ofV1: Filter = { ...filter, name: 'holder', forms: ['v1'] };
    expect(define([id], { filters: [filter, ofV1] }).filtersOf('base')).toEqual([filter]);
  });

  test.each<[string, Field[], string]>([
    ['has no fields', [], 'the first field must be id'],
    ['does not have id first', [name, id], 'the first field must be id'],
    ['has an id that is another column', [{ ...id, column: 'uid' }], 'the first field must be id'],
    ['has an id that is in one form only', [{ ...id, forms: ['v1'] }], 'id must be sortable, never null'],
    ['has an id that cannot be sorted', [{ ...id, sortable: false }], 'id must be sortable, never null'],
    ['has an id that may be null', [{ ...id, nullable: true }], 'id must be sortable, never null'],
    ['names two fields alike', [id, name, { ...name, column: 'title' }], 'two fields are named name'],
    ['reads a column twice', [id, name, { ...name, name: 'title' }], 'two fields have the column name'],
    ['has a field in no form', [id, { ...name, forms: [] }], 'name is in no form'],
    ['has a field in an unknown form', [id, { ...name, forms: ['v9' as Form] }], 'unknown form v9'],
    [
      'sorts by a nullable field of a type without nullSortKey',
      [id, { ...name, nullable: true }],
      'nullSortKey',
    ],
    [
      'sorts by an array that may be null',
      [id, { ...name, type: countryCodes, nullable: true }],
      'nullSortKey',
    ],
    ['has a field name that is no JSON key', [id, { ...name, name: 'a"b' }], 'lower camel case'],
    ['has a column that needs quoting', [id, { ...name, column: 'Name; DROP' }], 'a name in lower case'],
  ])('is rejected when it %s', (_, fields, rule) => {
    expect(() => define(fields)).toThrow(rule);
  });

  test.each([
    ['has no condition', { where: ' ' }, 'where must be a condition'],
    ['is named unlike a table', { name: 'Things' }, 'that of a table'],
    ['names its objects unlike a type', { item: 'thing' }, 'upper camel case'],
  ])('is rejected when it %s', (_, rest, rule) => {
    expect(() => define([id, name], rest)).toThrow(rule);
  });

  test.each<[string, Filter[], string]>([
    ['has two filters of one name', [filter, filter], 'two filters are named owner'],
    ['has a filter in no form', [{ ...filter, forms: [] }], 'owner is in no form'],
    ['has a filter in an unknown form', [{ ...filter, forms: ['v9' as Form] }], 'unknown form v9'],
    ['has a filter name that is no JSON key', [{ ...filter, name: 'a[]' }], `the filter 'a[]'`],
    ['has a filter of a column that needs quoting', [{ ...filter, column: 'Owner' }], `the column 'Owner'`],
    ['has a filter with the name of another parameter', [{ ...filter, name: 'page' }], 'named page'],
  ])('is rejected when it %s', (_, filters, rule) => {
    expect(() => define([id], { filters })).toThrow(rule);
  });

  test('names every rule that it breaks', () => {
    expect(() => define([name, name], { where: '' })).toThrow(/where.*first field.*two fields are named/);
  });

  test('cannot call its objects as another list does', () => {
    listItem(define([id]), 'v1');
    expect(() => listItem(define([id, name]), 'v1')).toThrow('Two lists call their objects ThingV1.');
  });
});
