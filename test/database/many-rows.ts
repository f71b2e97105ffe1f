import { type TestDatabase } from './test-database.js';

/** Rows that make five pages, so that a walk passes from the pages that are near to one behind a milestone. */
export const MANY_ROWS = 230;

/** Fills the lists with rows of many equal and absent values. */
export async function addManyRows(database: TestDatabase): Promise<void> {
  await database.sql(`
    INSERT INTO networks (name, url, last_sync, sub_id_length, address_country, created_at, updated_at)
      SELECT 'Network ' || chr(97 + n * 7 % 26) || n, 'n' || n * 31 % 40 || '.example',
        CASE WHEN n % 3 > 0 THEN timestamptz '2026-01-01 00:00Z' + n % 9 * interval '1 ms' END,
        CASE WHEN n % 4 > 0 THEN n % 6 END,
        CASE WHEN n % 3 > 0 THEN (ARRAY['DE', 'AT', 'ZW', 'CH'])[1 + n % 4] END,
        timestamptz '2025-01-01 00:00Z' + n * 7 % 50 * interval '1 day', timestamptz '2026-02-01 00:00Z'
      FROM generate_series(1, ${MANY_ROWS}) AS n;
    INSERT INTO programs (name, network_id, network_program_id, primary_url, date_started, date_closed,
      created_at, updated_at, status)
      SELECT 'Prögram ' || chr(97 + n * 11 % 26), (SELECT min(id) FROM networks) + n % 4, 'P' || n * 17 % 500,
        'shop-' || n % 60 || '.example',
        CASE WHEN n % 3 > 0 THEN date '2020-01-01' + n % 30 END, CASE WHEN n % 10 = 0 THEN date '2030-01-01' END,
        timestamptz '2025-01-01 00:00Z' + n % 50 * interval '1 day',
        timestamptz '2026-01-01 00:00Z' + n % 20 * interval '1 ms', n % 5 > 0 OR n > ${MANY_ROWS}
      FROM generate_series(1, ${MANY_ROWS} + ${MANY_ROWS / 5}) AS n;
  `);
}
