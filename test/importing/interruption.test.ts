import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { importPrograms } from '../../src/importing/import-programs.js';
import { type SourceRecord } from '../../src/importing/record-source.js';
import { waitFor } from '../support/wait-for.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(async () => {
  await importing.empty();
  await importing.programs(rows(3));
});
afterAll(() => importing.close());

const outcomes = () => importing.database.sql('SELECT outcome, reason FROM imports ORDER BY id OFFSET 1');

/** An import of these records that is interrupted as soon as it reaches a phase. */
async function interruptedAt(phase: string, records: () => AsyncIterable<SourceRecord>): Promise<unknown> {
  const controller = new AbortController();
  return importPrograms({
    ...{ database: importing.database.url, file: 'feed', network: 'Alpha', mode: 'full' },
    source: { records },
    signal: controller.signal,
    report: {
      reject: () => {},
      warn: () => {},
      progress: (progress) => {
        if (progress.phase === phase) setImmediate(() => controller.abort());
      },
    },
  }).catch((error: unknown) => error);
}

// eslint-disable-next-line @typescript-eslint/require-await -- a source of records is asynchronous
async function* many(): AsyncGenerator<SourceRecord> {
  for (let line = 1; line <= 20_000; line++)
    yield { file: 'feed', line, values: row(`p${line}`, { name: 'New' }) };
}

describe('an import that is interrupted', () => {
  test.each(['waiting', 'reading', 'comparing', 'writing'])(
    'while %s fails and changes nothing',
    async (phase) => {
      const before = await importing.state();
      expect(await interruptedAt(phase, many)).toMatchObject({
        name: 'ImportFailed',
        message: 'The import was interrupted',
      });
      expect(await importing.state()).toEqual(before);
      expect(await outcomes()).toEqual([{ outcome: 'failed', reason: 'The import was interrupted' }]);
    },
  );

  test('while its source gives nothing ends all the same', async () => {
    async function* silent(): AsyncGenerator<SourceRecord> {
      yield { file: 'feed', line: 1, values: row('p1') };
      await new Promise(() => {});
    }
    expect(await interruptedAt('reading', silent)).toMatchObject({ message: 'The import was interrupted' });
  });

  test('before it begins changes nothing', async () => {
    const before = await importing.state();
    await expect(importing.programs(rows(1), { signal: AbortSignal.abort() })).rejects.toThrow(
      'The import was interrupted',
    );
    expect(await importing.state()).toEqual(before);
  });
});

const KILLS = 6;
const LOOK_EVERY_MS = 5;

describe('an import that is killed', () => {
  test('at any moment leaves the state before or after, and so does a reader see it', async () => {
    const states = new Set<string>();
    const feeds = ['Old', 'New'].map((name) => rows(2000, { name }));
    await importing.programs(feeds[0]!, { maxClosed: '100%' });
    states.add(await digest());

    const seen = new Set<string>();
    let running = true;
    const reader = (async () => {
      while (running) {
        seen.add(await digest());
        await sleep(LOOK_EVERY_MS);
      }
    })();
    for (let kill = 0; kill < KILLS; kill++) {
      await killed(await importing.file(feeds[(kill + 1) % 2]!), kill * 25);
      await noImportRuns();
    }
    // What the imports would have made of it, had they lived.
    for (const feed of feeds) {
      await importing.programs(feed);
      states.add(await digest());
    }
    running = false;
    await reader;
    for (const state of seen) expect(states).toContain(state);
    expect(await outcomes()).not.toContainEqual({ outcome: 'running', reason: null });
  }, 120_000);
});

/** The active programs without their times, and whether the count is that of them. */
async function digest(): Promise<string> {
  const [state] = await importing.database.sql<{ digest: string }>(`
    SELECT md5(string_agg(network_program_id || ' ' || name, ',' ORDER BY network_program_id)) || ' '
        || (count(*) = (SELECT count_programs_active FROM networks WHERE name = 'Alpha')) AS digest
      FROM programs WHERE status
  `);
  return state!.digest;
}

/** Runs an import in a process of its own and kills that so many milliseconds after it has begun to read. */
async function killed(file: string, milliseconds: number): Promise<void> {
  const script = fileURLToPath(new URL('import-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', '@swc-node/register/esm-register', script, importing.database.url, file, 'Alpha'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  await sleep(milliseconds);
  child.kill('SIGKILL');
  await ended;
}

const noImportRuns = (): Promise<void> =>
  waitFor(async () => {
    const sessions = await importing.database.sql(`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'directory import'
    `);
    return sessions.length === 0;
  });
