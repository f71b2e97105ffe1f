import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { directory } from '../cli/command-line.js';
import { roleAddress } from './database-address.js';
import { addNetwork, addProgram } from './rows.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
/** Names of this run's own: roles belong to the whole server. */
let suffix: string;
beforeAll(async () => {
  database = await createTestDatabase();
  suffix = new URL(database.url).pathname.slice(-12);
});
afterAll(() => database.drop());

const asRole = (role: string) => roleAddress(database.url, role);

test('every function that runs as the owner finds its own schema first, and temporary tables last', async () => {
  const functions = await database.sql<{ path: string }>(
    `SELECT DISTINCT array_to_string(proconfig, ' ') AS path FROM pg_proc
       WHERE prosecdef AND pronamespace = 'public'::regnamespace`,
  );
  expect(functions).toEqual([{ path: 'search_path=public, pg_temp' }]);
});

test('no other role may call the function that changes counts', async () => {
  const [row] = await database.sql(
    `SELECT count(*)::integer AS roles FROM pg_proc, aclexplode(proacl)
       WHERE proname = 'add_to_counts' AND grantee = 0`,
  );
  expect(row).toEqual({ roles: 0 });
});

describe('a temporary table with the name of a table', () => {
  let role: string;
  beforeAll(async () => {
    role = `mender_${suffix}`;
    await database.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    await database.sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  });
  afterAll(() => database.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`));

  const truth = async () => {
    const [row] = await database.sql(
      `SELECT count_programs_active AS count,
         (SELECT count(*)::integer FROM programs WHERE status) AS active,
         (SELECT number::integer FROM versions WHERE subject = 'directory') AS version FROM networks`,
    );
    return row as { count: number; active: number; version: number };
  };

  test.each([
    ['networks', 'owner'],
    ['versions', 'owner'],
    ['pending_versions', 'owner'],
    ['networks', 'other role'],
    ['versions', 'other role'],
    ['pending_versions', 'other role'],
  ])('%s of the %s changes neither counts nor versions', async (table, who) => {
    await database.sql('TRUNCATE networks CASCADE');
    const network = await addNetwork(database, {});
    for (let number = 0; number < 3; number++) await addProgram(database, network, {});
    const before = await truth();
    await database.sql(
      `${who === 'owner' ? '' : `SET SESSION AUTHORIZATION ${role};`}
       CREATE TEMP TABLE ${table} AS SELECT * FROM public.${table};
       UPDATE public.programs SET status = false WHERE id = (SELECT min(id) FROM public.programs);
       DROP TABLE pg_temp.${table};
       RESET SESSION AUTHORIZATION`,
    );
    expect(await truth()).toEqual({ count: 2, active: 2, version: before.version + 1 });
  });
});

describe('a schema that is named as its role', () => {
  test.each(['svc', 'Svc "quoted" ü'])('%s works after the role is renamed', async (name) => {
    const role = `${name} ${suffix}`;
    const renamed = `renamed ${suffix}`;
    const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
    await database.sql(`CREATE ROLE ${quoted(role)} LOGIN PASSWORD 'x'`);
    await database.sql(`CREATE SCHEMA ${quoted(role)} AUTHORIZATION ${quoted(role)}`);
    try {
      const dataSource = await createDataSource({ url: asRole(role) }).initialize();
      expect((await migrate(dataSource)).length).toBeGreaterThan(0);
      await dataSource.destroy();
      await database.sql(`ALTER ROLE ${quoted(role)} RENAME TO ${quoted(renamed)}`);
      await database.sql(`ALTER ROLE ${quoted(renamed)} PASSWORD 'x'`);
      await database.sql(`ALTER ROLE ${quoted(renamed)} SET search_path = ${quoted(role)}`);

      const args = ['keys', 'create', '--holder', 'H', '--plan', 'enterprise', '--json'];
      expect(await directory(asRole(renamed), args)).toMatchObject({ code: 0 });
      const rows = await database.sql(
        `SET search_path = ${quoted(role)};
         INSERT INTO networks (name, url) VALUES ('N', 'n.example');
         INSERT INTO programs (network_id, network_program_id, name, primary_url)
           SELECT id, '1', 'P', 'p.example' FROM networks;
         RESET search_path;
         SELECT count_programs_active AS count FROM ${quoted(role)}.networks`,
      );
      expect(rows).toEqual([{ count: 1 }]);
    } finally {
      await database.sql(`DROP SCHEMA ${quoted(role)} CASCADE`);
      await database.sql(`DROP ROLE IF EXISTS ${quoted(role)}, ${quoted(renamed)}`);
    }
  });
});
