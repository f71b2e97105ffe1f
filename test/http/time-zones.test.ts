import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addProgram } from '../database/rows.js';

/** The process is in one zone, the database in another, the session that writes in a third; none is UTC. */
describe('With process, database and session in different time zones', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await openDirectory();
    await directory.sql(`
      SET timezone = 'Pacific/Kiritimati';
      INSERT INTO networks (id, name, url, created_at, last_sync)
        VALUES (1, 'N', 'n.example', '2026-03-29 00:30:00', '2026-10-25 02:30:00.123456');
      INSERT INTO programs (id, name, network_id, network_program_id, primary_url, date_started, date_closed,
        created_at, updated_at)
        VALUES (1, 'P', 1, '1', 'p.example', '2026-03-29', '2026-12-31', '2026-01-01 00:00', '2026-06-30 23:59:59.9996');
      RESET timezone;
    `);
  });
  afterAll(() => directory.close());

  test('the test runs in different zones', async () => {
    const settings = await directory.sql<{ setting: string }>(
      `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
       JOIN pg_database ON pg_database.oid = setdatabase WHERE datname = current_database()`,
    );
    expect(settings).toContainEqual({ setting: 'TimeZone=America/New_York' });
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Pacific/Auckland');
  });

  test('timestamps are sent in UTC, to the millisecond', async () => {
    expect((await directory.get('/networks')).json).toMatchObject([
      { createdAt: '2026-03-28T10:30:00.000Z', lastSync: '2026-10-24T12:30:00.123Z' },
    ]);
    expect((await directory.get('/programs')).json).toMatchObject([
      { createdAt: '2025-12-31T10:00:00.000Z', updatedAt: '2026-06-30T10:00:00.000Z' },
    ]);
  });

  test('dates are sent as stored', async () => {
    for (const path of ['/programs', '/api/v1/programs']) {
      expect((await directory.get(path)).json).toMatchObject([
        { dateStarted: '2026-03-29', dateClosed: '2026-12-31' },
      ]);
    }
  });

  test('the order by date is not shifted', async () => {
    await addProgram(directory.database, 1, { id: 2, date_started: '2026-03-28' });
    const ids = ((await directory.get('/programs?sort=dateStarted')).json as { id: number }[]).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([2, 1]);
  });
});
