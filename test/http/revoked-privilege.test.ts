import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { directory as command } from '../cli/command-line.js';
import { CapturedLog } from '../database/captured-log.js';
import { roleAddress } from '../database/database-address.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';

const log = new CapturedLog();
let database: TestDatabase;
let directory: Directory;
let role: string;
let grants: string;
beforeAll(async () => {
  database = await createTestDatabase();
  role = `role_${new URL(database.url).pathname.slice(-12)}`;
  await database.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  grants = (await command(database.url, ['grants', role, '--for', 'serve'])).stdout;
  await database.sql(grants);
  directory = await openDirectory({ DATABASE_URL: roleAddress(database.url, role) }, database);
  Logger.overrideLogger(log);
});
afterAll(async () => {
  Logger.overrideLogger(false);
  await directory.close();
  await database.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

test('A privilege that is revoked while the server runs gives 503, is named in the log, and is missed no longer once granted', async () => {
  await database.sql(`REVOKE SELECT ON programs FROM ${role}`);
  const denied = await directory.get('/programs?sort=-name');
  expect([denied.status, denied.json, denied.headers['retry-after']]).toEqual([
    503,
    { error: true, message: 'Temporarily unavailable' },
    expect.any(String),
  ]);
  expect((await directory.get('/networks?sort=-name')).status).toBe(200);
  expect(log.warnings).toEqual([
    'The database is unavailable: permission denied for table programs. The owner of the tables must run the SQL that `directory grants ROLE --for serve` prints.',
    'requests get 503: permission denied for table programs (42501)',
  ]);
  await database.sql(grants);
  await waitFor(async () => (await directory.get('/programs?sort=-name')).status === 200);
});
