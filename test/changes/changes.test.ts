import { finished } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { changesStatement } from '../../src/changes/changes-statement.js';
import { programList } from '../../src/programs/program.list.js';
import { type Reply } from '../client/http-client.js';
import { follow, idsOf, links } from '../client/walk.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { DirectoryCopy } from './directory-copy.js';

let directory: Directory;
let network: number;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());
beforeEach(async () => {
  await directory.sql('TRUNCATE networks CASCADE');
  network = await addNetwork(directory.database, { name: 'One' });
  await directory.change('SELECT 1');
});

const get = (target: string) => directory.get(target);
const nextOf = (reply: Reply) => links(reply).next!;

/** The place behind everything that happened until now. */
async function placeNow(operation: string): Promise<string> {
  const reply = await get(`${operation}?since=now`);
  expect([reply.status, reply.text]).toEqual([200, '[]']);
  return nextOf(reply);
}

const add = (id: number, columns = {}) =>
  addProgram(directory.database, network, { id, network_program_id: `P${id}`, ...columns });

const operations = ['/programs', '/networks', '/api/v1/programs', '/api/v1/networks'];

describe.each(operations)('%s-changes', (list) => {
  const path = `${list}-changes`;

  test('without parameters begins with the objects of the list, and goes on with changes', async () => {
    for (const id of [1, 2, 3]) await add(id);
    await addNetwork(directory.database, { name: 'Two' });
    await addNetwork(directory.database, { name: 'Not live', live: false });
    await add(4, { status: false });
    const copy = new DirectoryCopy(get, path);
    await copy.catchUp();
    const listed = await get(list);
    expect(copy.list).toEqual(listed.json);
    expect(copy.version).toBe(Number(listed.headers['directory-version']));
    await directory.change(`UPDATE networks SET sub_id_length = 9; UPDATE programs SET name = 'New name'`);
    await copy.catchUp();
    expect(copy.list).toEqual((await get(list)).json);
  });

  test('answers [] with a place to go on from when nothing has changed, the same each time', async () => {
    const place = await placeNow(path);
    const replies = [await get(place), await get(place), await get(place)];
    expect(replies.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, '[]']));
    expect(new Set(replies.map(nextOf))).toEqual(new Set([place]));
    expect(Object.keys(replies[0]!.headers)).not.toContain('x-total-count');
  });

  test('answers 304 with the same Link to If-None-Match', async () => {
    const first = await get(path);
    const again = await directory.get(path, { 'if-none-match': first.headers.etag! });
    expect([again.status, again.text, again.headers.link]).toEqual([304, '', first.headers.link]);
    expect(again.headers['directory-version']).toBe(first.headers['directory-version']);
  });

  test('answers HEAD as GET without the body', async () => {
    const [reply, head] = [await get(path), await directory.request('HEAD', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.link).toBe(reply.headers.link);
    expect(head.headers.etag).toBe(reply.headers.etag);
  });

  test.each([
    ['page=1', 'page'],
    ['sort=id', 'sort'],
    ['url=a.example', 'url'],
    ['search=a', 'search'],
    ['since=', 'since'],
    ['since=yesterday', 'since'],
    ['since=2026-01-31', 'since'],
    ['since=2026-02-30T00:00:00Z', 'since'],
    ['since=2026-01-31T24:00:00Z', 'since'],
    ['since=2026-01-31T00:00:00', 'since'],
    ['since=now&since=now', 'since'],
    ['cursor=', 'cursor'],
    ['cursor=AAAAAAAAAAAAAAAAAAAAAAAA', 'cursor'],
    ['cursor=%00', 'cursor'],
  ])('answers 400 to %s', async (query, field) => {
    const reply = await get(`${path}?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ error: true, details: [{ field }] });
  });

  test('answers 400 to since together with a cursor', async () => {
    const reply = await get(`${await placeNow(path)}&since=now`);
    expect(reply.json).toEqual({
      error: true,
      message: 'since and cursor cannot be combined',
      details: [{ field: 'cursor', message: 'since and cursor cannot be combined' }],
    });
  });

  test('answers 400 to a place of another operation or form, and to a damaged one', async () => {
    for (const other of operations.filter((operation) => operation !== list)) {
      const foreign = await placeNow(`${other}-changes`);
      expect((await get(foreign.replace(`${other}-changes`, path))).status).toBe(400);
    }
    const cursor = `${path}?cursor=`;
    const place = await placeNow(path);
    for (const at of [cursor.length, cursor.length + 20, place.length - 2]) {
      const damaged = `${place.slice(0, at)}${place[at] === 'A' ? 'B' : 'A'}${place.slice(at + 1)}`;
      expect((await get(damaged)).json.details).toEqual([
        { field: 'cursor', message: 'cursor must be a value from a Link header' },
      ]);
    }
    const pages = await get('/programs');
    expect(pages.status).toBe(200);
  });

  test('answers 410 to places from before TRUNCATE, and to a time before it', async () => {
    await add(1);
    const places = [await placeNow(path), nextOf(await get(path))];
    const [{ time }] = (await directory.sql(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time`,
    )) as [{ time: string }];
    expect((await get(`${path}?since=${time}`)).text).toBe('[]');
    await directory.change('TRUNCATE networks CASCADE');
    for (const gone of [...places, `${path}?since=${time}`]) {
      const reply = await get(gone);
      expect([reply.status, reply.json]).toEqual([410, { error: true, message: 'Read everything again' }]);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
    const copy = new DirectoryCopy(get, path);
    await copy.catchUp();
    expect(copy.list).toEqual([]);
  });

  test('since a time shows what was committed then or later, and since a time to come nothing', async () => {
    await add(1);
    await directory.sql('UPDATE networks SET sub_id_length = 1');
    const [{ time }] = (await directory.sql(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS time`,
    )) as [{ time: string }];
    await add(2);
    const two = await addNetwork(directory.database);
    await directory.change('SELECT 1');
    const expected = list.endsWith('programs') ? [2] : [network, two];
    for (const zone of ['Z', '%2B00:00', '+00:00'])
      expect(new Set(idsOf(await get(`${path}?since=${time}${zone}`)))).toEqual(new Set(expected));
    const future = await get(`${path}?since=2999-01-01T00:00:00Z`);
    expect([future.text, nextOf(future)]).toEqual(['[]', await placeNow(path)]);
    expect((await get(`${path}?since=1999-01-01T00:00:00Z`)).status).toBe(410);
    expect(links(await get(`${path}?since=${time}Z`)).next).not.toContain('since');
  });
});

describe('Changes of programs', () => {
  const path = '/api/v1/programs-changes';
  const after = async (place: string) => (await get(place)).json as { id: number; status: boolean }[];

  test.each<[string, string, [number, boolean][]]>([
    ['an UPDATE', `UPDATE programs SET name = 'x' WHERE id = 2`, [[2, true]]],
    ['a closed program', 'UPDATE programs SET status = false WHERE id = 2', [[2, false]]],
    ['a DELETE', 'DELETE FROM programs WHERE id = 2', [[2, false]]],
    [
      'a changed id',
      'UPDATE programs SET id = 9 WHERE id = 2',
      [
        [2, false],
        [9, true],
      ],
    ],
    [
      'ids that move to the place of others',
      'UPDATE programs SET id = 4 WHERE id = 3; UPDATE programs SET id = 3 WHERE id = 2',
      [
        [2, false],
        [3, true],
        [4, true],
      ],
    ],
    [
      'a program that is deleted and inserted again',
      `BEGIN; CREATE TEMP TABLE old ON COMMIT DROP AS SELECT * FROM programs WHERE id = 2;
       DELETE FROM programs WHERE id = 2; INSERT INTO programs SELECT * FROM old; COMMIT`,
      [[2, true]],
    ],
    [
      'a program that is deleted and inserted again in one statement',
      `WITH old AS (DELETE FROM programs WHERE id = 2 RETURNING *) INSERT INTO programs SELECT * FROM old`,
      [[2, true]],
    ],
    [
      'a MERGE',
      `MERGE INTO programs USING (VALUES (1), (2), (3)) AS row (id) ON programs.id = row.id
       WHEN MATCHED AND row.id = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET name = 'merged'`,
      [
        [1, false],
        [2, true],
        [3, true],
      ],
    ],
    [
      'a renamed network',
      `UPDATE networks SET name = 'Renamed'`,
      [
        [1, true],
        [2, true],
        [3, true],
      ],
    ],
    [
      'an INSERT that becomes an UPDATE',
      `INSERT INTO programs (id, name, network_id, network_program_id, primary_url)
       SELECT id, 'again', network_id, network_program_id, primary_url FROM programs WHERE id = 3
       ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
      [[3, true]],
    ],
    [
      'a session with another search path, immediate constraints and a savepoint',
      `BEGIN; SET LOCAL search_path = pg_catalog; SET CONSTRAINTS ALL IMMEDIATE;
       UPDATE public.programs SET name = 'a' WHERE id = 1; SAVEPOINT s;
       UPDATE public.programs SET name = 'b' WHERE id = 2; ROLLBACK TO s;
       UPDATE public.programs SET name = 'c' WHERE id = 3; COMMIT`,
      [
        [1, true],
        [3, true],
      ],
    ],
    ['a transaction that is rolled back', `BEGIN; UPDATE programs SET name = 'x'; ROLLBACK`, []],
    ['a statement that touches no row', `UPDATE programs SET name = 'x' WHERE false`, []],
  ])('show %s', async (_, sql, expected) => {
    for (const id of [1, 2, 3]) await add(id);
    await directory.change('SELECT 1');
    const place = await placeNow(path);
    await directory.change(sql);
    const shown = (await after(place)).map(({ id, status }) => [id, status]);
    expect(shown.sort()).toEqual(expected);
    const copy = new DirectoryCopy(get, path);
    await copy.catchUp();
    expect(copy.list).toEqual((await get('/api/v1/programs')).json);
  });

  test('show a deleted program as it was last, with status false', async () => {
    await add(1, { countries: ['DE', 'AT'], date_started: '2020-02-29', register_url: 'https://a.example/' });
    await directory.change('SELECT 1');
    const [before] = (await get('/api/v1/programs')).json;
    const place = await placeNow(path);
    await directory.change('DELETE FROM programs');
    expect(await after(place)).toEqual([{ ...before, status: false }]);
  });

  test('leave out of a first load what closed before it began', async () => {
    for (const id of [1, 2]) await add(id);
    await directory.change('DELETE FROM programs WHERE id = 1; UPDATE programs SET status = false');
    await add(3);
    await directory.change('SELECT 1');
    expect(idsOf(await get(path))).toEqual([3]);
  });

  test('show an object once after its last change, in the order of the last changes', async () => {
    for (const id of [1, 2, 3]) await add(id);
    await directory.change('SELECT 1');
    const place = await placeNow(path);
    for (const id of [3, 1, 3, 2, 1])
      await directory.sql(`UPDATE programs SET name = 'x' WHERE id = $1`, [id]);
    await directory.change('SELECT 1');
    expect(idsOf(await get(place))).toEqual([3, 2, 1]);
  });

  test('come in the order of commits, whatever the order of writing', async () => {
    for (const id of [1, 2, 3]) await add(id);
    await directory.change('SELECT 1');
    const copy = new DirectoryCopy(get, await placeNow(path));
    const early = new Client(directory.database.url);
    await early.connect();
    await early.query(`BEGIN; UPDATE programs SET name = 'Held open' WHERE id = 1`);
    await directory.change(`UPDATE programs SET name = 'Committed' WHERE id = 2`);
    await copy.catchUp();
    expect([...copy.items.keys()]).toEqual([2]);
    await early.query('COMMIT');
    await early.end();
    await directory.change('SELECT 1');
    await copy.catchUp();
    expect([...copy.items.keys()]).toEqual([2, 1]);
  });

  test('show what COPY adds', async () => {
    const place = await placeNow(path);
    const client = new Client(directory.database.url);
    await client.connect();
    const columns = 'id, name, network_id, network_program_id, primary_url';
    const copy = client.query(copyFrom(`COPY programs (${columns}) FROM STDIN`));
    copy.end(`7\tCopied\t${network}\tP7\tcopied.example\n`);
    await finished(copy);
    await client.end();
    await directory.change('SELECT 1');
    expect(await after(place)).toMatchObject([{ id: 7, name: 'Copied', status: true }]);
  });

  test('are recorded for a role that may only write programs', async () => {
    const role = `writer_${new URL(directory.database.url).pathname.slice(-12)}`;
    await add(1);
    await directory.change('SELECT 1');
    const place = await placeNow(path);
    await directory.sql(
      `CREATE ROLE ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON programs TO ${role};
       GRANT SELECT ON networks TO ${role}; GRANT USAGE ON SEQUENCE programs_id_seq TO ${role}`,
    );
    try {
      await directory.change(
        `SET SESSION AUTHORIZATION ${role};
         UPDATE programs SET name = 'By the role'; DELETE FROM programs;
         RESET SESSION AUTHORIZATION`,
      );
      expect(await after(place)).toMatchObject([{ id: 1, name: 'By the role', status: false }]);
    } finally {
      await directory.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  test('come 500 at a time, and a first load too, however large a commit was', async () => {
    const place = await placeNow(path);
    await directory.change(
      `INSERT INTO programs (name, network_id, network_program_id, primary_url)
       SELECT 'P', ${network}, n, 'p.example' FROM generate_series(1, 1200) AS n`,
    );
    for (const start of [place, path]) {
      const copy = new DirectoryCopy(get, start);
      await copy.catchUp();
      expect([copy.pages, copy.items.size]).toEqual([3, 1200]);
    }
    const pages = await follow(get, '/api/v1/programs', 'next');
    const copy = new DirectoryCopy(get, path);
    await copy.catchUp();
    expect(copy.list).toEqual(pages.flatMap(({ json }) => json as unknown[]));
  });

  test('of a first load during which everything changes are right in the end', async () => {
    await directory.change(
      `INSERT INTO programs (name, network_id, network_program_id, primary_url)
       SELECT 'P', ${network}, n, 'p.example' FROM generate_series(1, 1100) AS n`,
    );
    const copy = new DirectoryCopy(get, path);
    await copy.step();
    await directory.change(
      `UPDATE programs SET status = false WHERE id % 3 = 0; DELETE FROM programs WHERE id % 7 = 0;
       UPDATE programs SET id = id + 5000 WHERE id % 11 = 0; UPDATE programs SET name = 'Q' WHERE id % 5 = 0`,
    );
    await copy.catchUp();
    const pages = await follow(get, '/api/v1/programs', 'next');
    expect(copy.list).toEqual(pages.flatMap(({ json }) => json as unknown[]));
  });
});

describe('Changes of networks', () => {
  test('have live as their last field, false for one that is not live any more or was deleted', async () => {
    const two = await addNetwork(directory.database, { name: 'Two' });
    await directory.change('SELECT 1');
    const place = await placeNow('/networks-changes');
    await directory.change(`UPDATE networks SET live = false WHERE id = ${network}`);
    await directory.change(`DELETE FROM networks WHERE id = ${two}`);
    const { json } = await get(place);
    expect(json).toMatchObject([
      { id: network, live: false },
      { id: two, name: 'Two', live: false },
    ]);
    expect(Object.keys(json[0]).at(-1)).toBe('live');
    expect((await get('/networks-changes')).text).toBe('[]');
  });

  test('show a network whose count of active programs changes', async () => {
    const place = await placeNow('/networks-changes');
    await add(1);
    await directory.change('SELECT 1');
    expect((await get(place)).json).toMatchObject([{ id: network, countProgramsActive: 1, live: true }]);
  });
});

test('Commits whose rows have all changed again are removed', async () => {
  await add(1);
  for (let round = 0; round < 300; round++) await directory.sql(`UPDATE programs SET name = 'N${round}'`);
  const [row] = await directory.sql(`SELECT count(*)::integer AS commits FROM change_versions`);
  expect(row!.commits).toBeLessThan(210);
});

test('Commits are removed before a commit with immediate constraints gets its version, and not with it', async () => {
  await add(1);
  // The next version is one at which commits are removed.
  await directory.change(
    `UPDATE versions SET number = 100 * (number / 100 + 1) - 2 WHERE subject = 'directory';
     UPDATE programs SET name = 'Before'`,
  );
  const place = await placeNow('/programs-changes');
  await directory.change(
    `BEGIN; SET CONSTRAINTS ALL IMMEDIATE; UPDATE programs SET name = 'Immediate'; COMMIT`,
  );
  expect((await get(place)).json).toMatchObject([{ id: 1, name: 'Immediate' }]);
});

describe('Where one commit has most rows, unknown to the statistics', () => {
  let client: Client;

  beforeEach(async () => {
    client = new Client(directory.database.url);
    await client.connect();
    await client.query(`
      BEGIN;
      DELETE FROM changes;
      DELETE FROM change_versions;
      INSERT INTO changes (list, id, change) SELECT 'programs', n, 1000000 FROM generate_series(1, 100000) AS n;
      INSERT INTO change_versions (change, list, version) VALUES (1000000, 'programs', 1000000);
      ANALYZE changes, change_versions;
      -- In production, too few for autovacuum to analyze the tables again.
      UPDATE changes SET change = 1000000 + id WHERE id % 10000 = 0;
      INSERT INTO change_versions (change, list, version)
        SELECT n, 'programs', n FROM generate_series(1010000, 1105000, 5000) AS n;
    `);
  });

  afterEach(() => client.end());

  /** The rows of `changes` that a statement reads, whether it uses them or not. */
  async function rowsRead(statement: string): Promise<number> {
    const before = await rowsReadSoFar();
    await client.query(statement);
    return (await rowsReadSoFar()) - before;
  }

  async function rowsReadSoFar(): Promise<number> {
    const { rows } = await client.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::integer AS read FROM pg_stat_xact_user_tables WHERE relname = 'changes'`,
    );
    return rows[0]!.read;
  }

  test.each(['custom', 'generic'])(
    'a page of changes reads no more than its rows by a %s plan',
    async (plan) => {
      await client.query(`SET LOCAL plan_cache_mode = force_${plan}_plan`);
      await client.query(`PREPARE page AS ${changesStatement(programList, 501).text}`);
      for (const start of ['1000000, 70000', '1000000, 99990', '1000001, 0'])
        expect(await rowsRead(`EXECUTE page(NULL, ${start})`)).toBeLessThan(1000);
    },
  );

  test('commits without rows are found by the index', async () => {
    expect(await rowsRead(`SELECT sweep_changes('programs')`)).toBeLessThan(1000);
    const { rows } = await client.query(`SELECT change::integer FROM change_versions ORDER BY change`);
    expect(rows).toEqual(Array.from({ length: 11 }, (_, n) => ({ change: 1000000 + 10000 * n })));
  });
});
