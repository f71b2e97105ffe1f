import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { directory } from '../cli/command-line.js';
import { roleAddress } from '../database/database-address.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';
import { isSupported, PgBouncer, version } from './pgbouncer.js';

/** Its owner's sessions begin in another zone and form of dates: what does not arrive shows. */
let database: TestDatabase;
let role: string;
let owner: string;
const started: { end(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  role = `pooled_${new URL(database.url).pathname.slice(-12)}`;
  await database.sql(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'x'`);
  await database.sql(`ALTER ROLE ${role} SET timezone = 'Europe/Berlin'`);
  owner = roleAddress(database.url, role);
  const network = await addNetwork(database, { name: 'N' });
  for (let number = 0; number < 120; number++)
    await addProgram(database, network, {
      created_at: new Date(Date.UTC(2020, 0, 31, 23, 15, number)).toISOString(),
      date_started: '2020-03-28',
    });
});
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.end();
});
afterAll(async () => {
  await database.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

async function pooled(settings: Record<string, string | number>): Promise<string> {
  const bouncer = await PgBouncer.start(owner, settings);
  started.push(bouncer);
  return bouncer.url;
}

async function serve(url: string) {
  const server = await openDirectory(
    { DATABASE_URL: url, MIGRATE: 'on', PAGE_CACHE_MB: '0', DATABASE_POOL: '10' },
    database,
  );
  started.push({ end: () => server.close() });
  return server;
}

/** Defines the tests of one range of versions only where the PgBouncer at hand is in it. */
const describeIf = (condition: boolean, title: string, tests: () => void) => {
  if (condition) describe(title, tests);
};

describeIf(isSupported(), `PgBouncer ${version()}, 1.21 or later`, () => {
  /** As the operations page prints them. */
  const SETTINGS = {
    default_pool_size: 20,
    ignore_startup_parameters: 'statement_timeout',
    max_prepared_statements: 200,
  };

  describe.each(['session', 'transaction'])('in %s mode', (mode) => {
    const settings = { ...SETTINGS, pool_mode: mode };

    test('gives the same pages as PostgreSQL itself, also to many clients', async () => {
      const direct = await serve(database.url);
      const server = await serve(await pooled(settings));
      const paths = ['/programs', '/programs?page=2&sort=-createdAt', '/api/v1/programs?sort=networkName'];
      const expected = await Promise.all(paths.map(async (path) => (await direct.get(path)).json));
      for (let round = 0; round < 20; round++) {
        const replies = await Promise.all(
          Array.from({ length: 30 }, (_, number) => server.get(paths[number % paths.length]!)),
        );
        replies.forEach((reply, number) => {
          expect(reply.status).toBe(200);
          expect(reply.json).toEqual(expected[number % paths.length]);
        });
      }
    });

    test('shows a change within a second', async () => {
      const server = await serve(await pooled(settings));
      const name = async () => ((await server.get('/networks')).json as { name: string }[])[0]!.name;
      await database.sql(`UPDATE networks SET name = name || '!'`);
      const [row] = await database.sql<{ name: string }>('SELECT name FROM networks');
      await waitFor(async () => (await name()) === row!.name, 1000);
    });

    test('lets migrate run again and again, and leaves no lock behind', async () => {
      const server = await serve(await pooled(settings));
      const url = await pooled(settings);
      for (let times = 0; times < 6; times++) {
        const busy = Promise.all(Array.from({ length: 20 }, () => server.get('/programs')));
        expect(await directory(url, ['migrate', '--json'])).toMatchObject({
          code: 0,
          stdout: '{"applied":[]}\n',
        });
        await busy;
      }
      const locks = await database.sql(
        `SELECT FROM pg_locks WHERE locktype = 'advisory'
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(locks).toHaveLength(0);
    });

    test(mode === 'session' ? 'lets import run' : 'refuses import with a sentence', async () => {
      const args = ['import', 'networks', '-', '--json', '--format', 'ndjson'];
      const outcome = await directory(await pooled(settings), [
        ...args.slice(0, 2),
        '/dev/null',
        ...args.slice(3),
      ]);
      if (mode === 'session') expect(outcome).toMatchObject({ code: 0 });
      else
        expect(outcome).toEqual({
          code: 1,
          stdout: '',
          stderr: expect.stringContaining('shares sessions between transactions'),
        });
    });
  });

  test('without prepared statements gives 503 or the right page, and never another response', async () => {
    const direct = await serve(database.url);
    const expected = (await direct.get('/programs')).json as unknown;
    const settings = { ...SETTINGS, pool_mode: 'transaction', max_prepared_statements: 0 };
    const server = await serve(await pooled({ ...settings, default_pool_size: 3 }));
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => server.get('/programs')));
      for (const reply of replies) {
        statuses.add(reply.status);
        if (reply.status === 200) expect(reply.json).toEqual(expected);
      }
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});

describeIf(!isSupported(), `PgBouncer ${version()}, before 1.21`, () => {
  const ASK = 'Use PgBouncer 1.21 or later, or connect to PostgreSQL directly.';

  test.each([
    ['as installed', {}, 'The connection pooler refuses the settings of the session'],
    [
      'that ignores the parameters',
      { ignore_startup_parameters: 'extra_float_digits,options,statement_timeout' },
      'A connection pooler dropped the settings of the session (timezone is Europe/Berlin, not UTC',
    ],
  ])('%s is refused with a sentence', async (_, settings, sentence) => {
    for (const mode of ['session', 'transaction']) {
      const { code, stderr } = await directory(await pooled({ ...settings, pool_mode: mode }), ['status']);
      expect(code).toBe(1);
      expect(stderr).toContain(sentence);
      expect(stderr).toContain(ASK);
    }
  });
});
