import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createFeedRows } from '../../src/importing/merge/feed-rows.js';
import { rejectInvalidText } from '../../src/importing/merge/rejected-rows.js';
import { networkFields } from '../../src/importing/normalizing/network-fields.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('rejectInvalidText', () => {
  test('rejects what the constraints of the columns would refuse, and names the field', async () => {
    const client = new Client(database.url);
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(createFeedRows(networkFields));
      await client.query(`
        INSERT INTO feed_rows (ordinal, file, line, rejected, name, address) VALUES
          (1, 0, 1, false, 'Ångström', E'Straße 1\nÅrhus'),
          (2, 0, 2, false, E'A\u030angstro\u0308m', NULL),
          (3, 0, 3, false, 'Beta', E'A\u030arhus'),
          (4, 0, 4, true, E'A\u030angstro\u0308m', NULL),
          (5, 0, 5, false, 'Gamma', NULL)
      `);
      await client.query(rejectInvalidText(networkFields));
      const { rows } = await client.query(
        'SELECT ordinal, problem_field, problem FROM feed_rows WHERE problem IS NOT NULL ORDER BY ordinal',
      );
      const problem = 'is not text that the database accepts';
      expect(rows).toEqual([
        { ordinal: 2, problem_field: 'name', problem },
        { ordinal: 3, problem_field: 'address', problem },
      ]);
    } finally {
      await client.end();
    }
  });
});
