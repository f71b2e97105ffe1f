import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { everyForm } from '../../src/listing/forms.js';
import { List } from '../../src/listing/list.js';
import {
  pageAfterSkipStatement,
  pageIndexStatement,
  pagesByOffsetStatement,
  pageStatement,
  startValues,
} from '../../src/listing/page-statement.js';
import { explain, nodesOf, type Plan } from '../database/explain.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

const SRC = new URL('../../src/', import.meta.url);
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.list.ts'),
);
const modules: object[] = [];
// One by one: Jest does not link concurrent imports that share a module.
for (const file of files) modules.push((await import(new URL(file, SRC).href)) as object);
const lists = modules.flatMap((module) => Object.values(module)).filter((value) => value instanceof List);
const orders = lists.flatMap((list) =>
  [...new Set(everyForm.flatMap((form) => list.sortsOf(form)))]
    .flatMap((sort) => [sort, `-${sort}`])
    .map((sort) => ({ list, name: list.name, sort, order: list.order(sort) })),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The nodes of the plan that reads the list, when sorting is only the last resort. */
async function plan(text: string, values: unknown[]): Promise<Plan[]> {
  await database.sql('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
  return nodesOf(await explain(database, text, values));
}

test('The lists of networks and programs are found', () => {
  expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(['networks', 'programs']));
});

describe.each(orders)('The order of $name by $sort', ({ list, order }) => {
  test('has a database index that reads a page after a row without sorting or filtering', async () => {
    const values = startValues(order, { id: 1, key: order.field.type.nullSortKey?.text ?? 'a' });
    const nodes = await plan(pageStatement(list, { order, afterRow: true }).text, values);
    const scans = nodes.filter((node) => node['Index Name']?.startsWith(list.name));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(scans).toHaveLength(1);
    expect(scans[0]).toHaveProperty('Index Cond');
    expect(scans[0]).not.toHaveProperty('Filter');
  });

  test('has a database index from which alone rows are skipped', async () => {
    const values = startValues(order, { id: 1, key: order.field.type.nullSortKey?.text ?? 'a' });
    const shape = { order, size: 50, afterRow: true, withTotal: false };
    for (const nodes of [
      await plan(pageAfterSkipStatement(list, shape).text, [...values, 70]),
      await plan(pagesByOffsetStatement(list, shape).text, ['{250,300}']),
    ]) {
      const scans = nodes.filter((node) => node['Index Name']?.startsWith(list.name));
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      expect(scans.filter((node) => node['Node Type'] === 'Index Scan')).toHaveLength(1);
      expect(
        scans.filter((node) => node['Node Type'] !== 'Index Scan').map((node) => node['Node Type']),
      ).toEqual(Array(scans.length - 1).fill('Index Only Scan'));
    }
  });

  test('has a database index from which alone the page index is read', async () => {
    const nodes = await plan(pageIndexStatement(list, order.field).text, []);
    const scans = nodes.filter((node) => node['Index Name']?.startsWith(list.name));
    expect(scans.map((node) => node['Node Type'])).toEqual(Array(3).fill('Index Only Scan'));
  });
});
