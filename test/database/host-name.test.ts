import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The whole rule as one expression, which is slow. */
const RULE = '^([a-z0-9_-]{1,63}\\.)+(?!([0-9]+|0x[0-9a-f]*)$)[a-z0-9_-]{1,63}$';

const label = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab9f0x-_'), maxLength: 6 }),
  fc.constantFrom('0x', '0x1f', '0xg', '1', '007', 'com', '-', '_', '0', 'x0', 'A', 'ü', ' ', 'a\n'),
  fc.integer({ min: 60, max: 66 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 60, max: 66 }).map((length) => '1'.repeat(length)),
);
const host = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.')),
  fc.string({ unit: fc.constantFrom(...'a1x0.-_A \n\tü'), maxLength: 12 }),
  // About the longest that is allowed.
  fc.integer({ min: 248, max: 256 }).map((length) => `${'ab.'.repeat(90)}`.slice(-length + 3) + 'com'),
);

describe('the SQL function host_name', () => {
  test('accepts exactly what its rule accepts', async () => {
    const values = fc.sample(host, 20_000);
    const [found] = await database.sql<{ different: string[]; accepted: number }>(
      `SELECT coalesce(array_agg(value) FILTER (WHERE host_name(value) <> (length(value) <= 253 AND value COLLATE "C" ~ $2)), '{}') AS different,
          count(*) FILTER (WHERE host_name(value))::integer AS accepted
        FROM unnest($1::text[]) AS value`,
      [values, RULE],
    );
    expect(found!.different).toEqual([]);
    // Enough of both.
    expect(found!.accepted).toBeGreaterThan(1000);
    expect(found!.accepted).toBeLessThan(19_000);
  });

  test('is null for null', async () => {
    expect(await database.sql('SELECT host_name(NULL) AS verdict')).toEqual([{ verdict: null }]);
  });
});
