import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filteredPageStatement } from '../../src/listing/page-statement.js';
import { programList } from '../../src/programs/program.list.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql(`
    INSERT INTO networks (name, url) VALUES ('A', 'a.example'), ('B', 'b.example');
    INSERT INTO programs (network_id, name, network_program_id, primary_url, date_started)
      VALUES (1, 'P', 'p', 'p.example', '2026-01-31'), (2, 'Q', 'q', 'q.example', NULL), (2, 'R', 'r', 'r.example', NULL)`);
});
afterAll(() => database.drop());

test.each([
  ['an integer', 'network_id', ['2'], [2, 3]],
  ['a date', 'date_started', ['2026-01-31'], [1]],
  ['a boolean', 'status', ['true'], [1, 2, 3]],
  ['text', 'primary_url', ['p.example', 'q.example'], [1, 2]],
])('A page of a list can be filtered by a column that is %s', async (_, column, values, ids) => {
  const { text } = filteredPageStatement(programList, column, { order: programList.order('id') });
  const rows = await database.sql<{ id: number }>(text, [values, 0]);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});
