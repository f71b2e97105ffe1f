import { expect, test } from '@jest/globals';
import { severalCountries } from '../../src/listing/filter-types.js';
import { sparseQuery } from '../../src/listing/filtered-statement.js';
import { ListFilters } from '../../src/listing/list-filters.js';
import { programList } from '../../src/programs/program.list.js';

test('statements of a thousand kinds of filters take few names, and keep them', () => {
  const filter = programList.filters.find(({ name }) => name === 'country')!;
  const nameOf = (column: string) => {
    const type = { ...severalCountries, condition: () => `${column} = 1` };
    const filters = new ListFilters([{ filter: { ...filter, type }, values: ['DE'], comparands: ['DE'] }]);
    return sparseQuery(programList, { order: programList.order(), filters, size: 50 }).statement.name;
  };
  const columns = Array.from({ length: 1000 }, (_, at) => `column_${at}`);
  const names = columns.map(nameOf);
  expect(new Set(names).size).toBe(201);
  expect(names.filter((name) => name === '')).toHaveLength(800);
  expect(columns.map(nameOf)).toEqual(names);
});

test('samples change the statement of a search, but not what identifies its filters', () => {
  const filter = programList.filters.find(({ name }) => name === 'search')!;
  const filters = new ListFilters([{ filter, values: ['example ab12'], comparands: ['ab12', 'example'] }]);
  const sampled = filters.withSamples(() => ['a.example', 'b.example']);
  const valuesOf = (of: ListFilters) =>
    sparseQuery(programList, { order: programList.order(), filters: of, size: 50 }).values.slice(0, 2);
  expect(valuesOf(filters)).toEqual(['%example%', '%ab12%']);
  expect(valuesOf(sampled)).toEqual(['%ab12%', ['%example%']]);
  expect([sampled.identity, sampled.digest]).toEqual([filters.identity, filters.digest]);
  expect(sampled.parameters).toEqual(filters.parameters);
});
