import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { holder } from '../../../src/cli/key-arguments.js';
import { networkFields } from '../../../src/importing/normalizing/network-fields.js';
import { programFields } from '../../../src/importing/normalizing/program-fields.js';
import { createTestDatabase, type TestDatabase } from '../../database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function constraints(table: string): Promise<string[]> {
  const rows = await database.sql<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = '${table}'::regclass`,
  );
  return rows.map(({ definition }) => definition);
}

const fields = [
  ...networkFields.map((field) => ({ ...field, table: 'networks' })),
  ...programFields.map((field) => ({ ...field, table: 'programs' })),
].filter(({ maxLength }) => maxLength !== undefined);

test('a maximum length is that of name, address, networkProgramId and registerUrl', () => {
  expect(fields.map(({ table, name }) => `${table}.${name}`)).toEqual([
    ...['networks.name', 'networks.address'],
    ...['programs.networkProgramId', 'programs.name', 'programs.registerUrl'],
  ]);
});

test.each(fields)(
  'the constraint of $table.$column has the maximum length that imports allow, $maxLength',
  async ({ table, column, check, maxLength }) => {
    const rule = check ? `${check}(${column}, ${maxLength})` : `(length(${column}) <= ${maxLength})`;
    expect(await constraints(table)).toContainEqual(expect.stringContaining(rule));
  },
);

test('the constraint of api_keys.holder has the maximum length that keys create allows', async () => {
  const [, length] = /clean_text\(holder, (\d+)\)/.exec((await constraints('api_keys')).join()) ?? [];
  const longest = 'x'.repeat(Number(length));
  expect(holder(longest)).toBe(longest);
  expect(() => holder(`${longest}x`)).toThrow();
});
