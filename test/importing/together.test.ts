import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { waitFor } from '../program/wait-for.js';
import { importPrograms } from '../../src/importing/import-programs.js';
import { type ImportSummary } from '../../src/importing/import-options.js';
import { type RecordBatch } from '../../src/importing/record-source.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(async () => {
  await importing.empty();
  await importing.database.sql(`INSERT INTO networks (name, url) VALUES ('Beta', 'beta.example')`);
});
afterAll(() => importing.close());

/** An import that has read its rows and waits for the end of its file. */
class Held {
  private release: () => void = () => {};
  readonly phases = new Set<string>();
  /** What it has reported to wait for. */
  readonly waits: string[] = [];
  readonly done: Promise<ImportSummary>;

  constructor(network: string, values: Record<string, unknown>[]) {
    const released = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    async function* batches(): AsyncGenerator<RecordBatch> {
      yield values.map((each, index) => ({ file: 'feed', line: index + 1, values: each }));
      await released;
    }
    const report = {
      reject: () => {},
      warn: () => {},
      waits: (message: string) => this.waits.push(message),
      progress: ({ phase }: { phase: string }) => this.phases.add(phase),
    };
    this.done = importPrograms({
      ...{ database: importing.database.url, file: 'feed', network, mode: 'full', report },
      source: { batches },
    });
  }

  reading = (): Promise<void> => waitFor(() => Promise.resolve(this.phases.has('reading')));

  finish(): Promise<ImportSummary> {
    this.release();
    return this.done;
  }
}

describe('two imports of one network', () => {
  test('wait for each other, and say so', async () => {
    const first = new Held('Alpha', [row('a'), row('b')]);
    await first.reading();
    const second = new Held('Alpha', [row('b', { name: 'New' })]);
    await waitFor(async () => {
      const waiting = await importing.database.sql(`
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      `);
      return waiting.length === 1;
    });
    expect(second.phases).toEqual(new Set(['waiting']));
    const started = expect.stringMatching(
      /^Waiting for another import of Alpha to end \(import 1, of feed, started 20..-..-..T.*Z\)$/,
    );
    expect([first.waits, second.waits]).toEqual([[], [started]]);
    expect(await first.finish()).toMatchObject({ created: 2 });
    expect(await second.finish()).toMatchObject({ updated: 1, closed: 1 });
  });
});

test('An import that waits for rows locked by another session says whose they are, and is ended by no limit of its role', async () => {
  await importing.programs([row('a')]);
  const client = new Client({ connectionString: importing.database.url, application_name: 'psql' });
  await client.connect();
  const waits: string[] = [];
  try {
    const { rows: sessions } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    await client.query(`SELECT FROM programs WHERE network_program_id = 'a' FOR UPDATE`);
    const report = { waits: (message: string) => void waits.push(message) };
    const importingIt = importing.programs([row('a', { name: 'New' })], { report });
    await waitFor(() => Promise.resolve(waits.length > 0));
    // Longer than the limits of the role for locks and transactions.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await client.query('COMMIT');
    expect(await importingIt).toMatchObject({ updated: 1 });
    const role = new URL(importing.database.url).username;
    expect(waits).toEqual([`Waiting for rows locked by session ${sessions[0]?.pid} (psql, role ${role})`]);
  } finally {
    await client.end();
  }
});

describe('imports of two networks', () => {
  test('do not wait for each other, also when both write', async () => {
    const first = new Held('Alpha', rows(3));
    await first.reading();
    expect(await new Held('Beta', rows(3)).finish()).toMatchObject({ created: 3 });
    expect(await first.finish()).toMatchObject({ created: 3 });
  });

  test('stamp their rows in the order in which they commit', async () => {
    await Promise.all(
      ['Alpha', 'Beta'].flatMap((network) =>
        [1, 2, 3, 4].map((run) => new Held(network, rows(20, { name: `Run ${run}` })).finish()),
      ),
    );
    const [times] = await importing.database.sql(`
      SELECT max(updated_at) = (SELECT stamped_at FROM versions WHERE subject = 'directory') AS "lastIsNewest",
          count(DISTINCT (network_id, updated_at))::integer AS stamps, count(DISTINCT updated_at)::integer AS times
        FROM programs
    `);
    expect(times).toEqual({ lastIsNewest: true, stamps: 2, times: 2 });
  });

  test('that are overtaken get a newer stamp', async () => {
    await importing.database.sql(`UPDATE versions SET stamped_at = '2999-01-01' WHERE subject = 'directory'`);
    await new Held('Alpha', rows(2)).finish();
    expect(await importing.stored(`updated_at = '2999-01-01 00:00:00.001+00' AS newer`)).toEqual([
      { newer: true },
      { newer: true },
    ]);
    await importing.database.sql(`UPDATE versions SET stamped_at = '-infinity' WHERE subject = 'directory'`);
  });

  test('never move the time of a row back, though SQL put it into the future', async () => {
    await importing.programs(rows(4));
    await importing.database.sql(`
      UPDATE programs SET updated_at = '2999-01-01' WHERE network_program_id IN ('p1', 'p2');
      UPDATE programs SET updated_at = '9999-12-31T23:59:59.999Z' WHERE network_program_id = 'p3'
    `);
    await importing.programs([
      row('p1', { name: 'New' }),
      row('p3', { name: 'New' }),
      row('p4', { name: 'New' }),
    ]);
    expect(
      await importing.stored(`network_program_id AS key,
        CASE WHEN updated_at > '2900-01-01' THEN (updated_at AT TIME ZONE 'UTC')::text END AS future`),
    ).toEqual([
      { key: 'p1', future: '2999-01-01 00:00:00.001' },
      { key: 'p2', future: '2999-01-01 00:00:00.001' },
      { key: 'p3', future: '9999-12-31 23:59:59.999' },
      { key: 'p4', future: null },
    ]);
  });

  test('are stamped later than what SQL wrote while they read', async () => {
    await importing.programs(rows(1));
    const held = new Held('Alpha', [row('p1', { name: 'New' })]);
    await held.reading();
    const [before] = await importing.database.sql<{ time: string }>(
      `UPDATE programs SET updated_at = clock_timestamp() RETURNING updated_at::text AS time`,
    );
    await held.finish();
    expect(await importing.stored(`updated_at > '${before!.time}' AS later`)).toEqual([{ later: true }]);
  });

  test('that are overtaken stamp all they changed after the other', async () => {
    await importing.programs(rows(2));
    await importing.database.sql(`
      UPDATE programs SET updated_at = '2500-01-01' WHERE network_program_id = 'p1';
      UPDATE versions SET stamped_at = '2999-01-01' WHERE subject = 'directory'
    `);
    await importing.programs(rows(2, { name: 'New' }));
    expect(await importing.stored(`updated_at > '2999-01-01' AS newer`)).toEqual([
      { newer: true },
      { newer: true },
    ]);
    await importing.database.sql(`UPDATE versions SET stamped_at = '-infinity' WHERE subject = 'directory'`);
  });

  test('with and without ids leave the sequence above the highest', async () => {
    const given = rows(200).map((each, index) => ({ ...each, id: 10_000 + index }));
    await Promise.all([new Held('Alpha', given).finish(), new Held('Beta', rows(500)).finish()]);
    await importing.programs([row('later')], { mode: 'partial' });
    const [later] = await importing.database.sql(
      `SELECT id > ALL (SELECT id FROM programs WHERE network_program_id <> 'later') AS "aboveAll"
         FROM programs WHERE network_program_id = 'later'`,
    );
    expect(later).toEqual({ aboveAll: true });
  });
});

describe('a reader', () => {
  test('sees all of an import or none of it, with exact counts', async () => {
    const feeds = [rows(300), rows(300, { name: 'New' }).slice(0, 250)];
    await importing.programs(feeds[0]!);
    const seen = new Set<string>();
    let running = true;
    const reader = (async () => {
      while (running) seen.add(JSON.stringify(await snapshot()));
    })();
    for (let run = 1; run <= 6; run++) await importing.programs(feeds[run % 2]!);
    running = false;
    await reader;
    const allowed = [
      { active: 300, count: 300, names: 300 },
      { active: 250, count: 250, names: 1 },
    ].map((state) => JSON.stringify(state));
    for (const state of seen) expect(allowed).toContain(state);
    expect(seen.size).toBe(2);
  });
});

async function snapshot(): Promise<unknown> {
  const [state] = await importing.database.sql(`
    SELECT count(*)::integer AS active, max(count_programs_active) AS count,
        count(DISTINCT programs.name)::integer AS names
      FROM programs JOIN networks ON networks.id = network_id WHERE status
  `);
  return state;
}
