import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { directory as command } from '../cli/command-line.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';
import { Importing, NETWORK, rows } from './importing.js';
import { importKilledAfter } from './killed-import.js';
import { PageReader } from './page-reader.js';

/** More of them by hand: `KILLS=50 npm test -- test/importing/killed`. */
const KILLS = Number(process.env.KILLS ?? 4);
/** Active programs after an import of the feed of this name; the second lacks some of the first. */
const FEEDS = new Map([
  ['Old', 2000],
  ['New', 1730],
]);

let importing: Importing;
let directory: Directory;
beforeAll(async () => {
  importing = await Importing.open();
  directory = await openDirectory({}, importing.database);
});
afterAll(async () => {
  await directory.close();
  await importing.close();
});

const feed = (name: string) => rows(FEEDS.get(name)!, { name });
const other = (name: string) => (name === 'Old' ? 'New' : 'Old');

/** The feed that is stored, by one of its programs. */
async function storedFeed(): Promise<string> {
  const [program] = await importing.database.sql<{ name: string }>('SELECT name FROM programs LIMIT 1');
  return program!.name;
}

const noImportRuns = (): Promise<void> =>
  waitFor(async () => {
    const sessions = await importing.database.sql(`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'directory import'
    `);
    return sessions.length === 0;
  });

test(
  'imports that are killed at any moment show a client over HTTP the state before or after, and nothing else',
  async () => {
    const { url } = importing.database;
    await importing.programs(feed('Old'));
    const files = new Map<string, string>();
    for (const name of FEEDS.keys()) {
      files.set(name, await importing.file(feed(name), `${name}.ndjson`));
    }
    const reader = new PageReader(directory, FEEDS);
    const run = async (milliseconds: number) => {
      const before = await storedFeed();
      const ended = await importKilledAfter(milliseconds, url, files.get(other(before))!, NETWORK);
      await noImportRuns();
      return { ...ended, committed: (await storedFeed()) !== before };
    };
    // One lives, to tell how long it takes; the first is the slowest.
    const first = await run(60_000);
    expect(first.finished).toBe(true);
    let { lasted } = first;

    const hits: Record<string, number> = {};
    let committed = 1;
    for (let kill = 0; kill < KILLS; kill++) {
      // From its beginning to behind its end, at random within equal parts of that.
      const killed = await run(((kill + Math.random()) / KILLS) * lasted * 1.4);
      if (killed.finished) lasted = Math.min(lasted, killed.lasted);
      if (killed.committed) committed++;
      const hit = killed.committed ? 'committed' : killed.phase;
      hits[hit] = (hits[hit] ?? 0) + 1;
    }
    const [version] = await importing.database.sql<{ number: string }>(
      `SELECT number::text FROM versions WHERE subject = 'directory'`,
    );
    await reader.stopAt(version!.number);

    expect(reader.feeds.get(version!.number)).toBe(await storedFeed());
    // One before the first import, and no more than one for each that was committed.
    expect(reader.feeds.size).toBeLessThanOrEqual(committed + 1);
    expect(reader.wholeWalks).toBeGreaterThan(0);

    const last = other(await storedFeed());
    expect(await importing.programs(feed(last))).toMatchObject({ read: FEEDS.get(last), rejected: 0 });
    const { stdout } = await command(url, ['status', '--json']);
    const status = JSON.parse(stdout) as Record<string, unknown>;
    expect(status).toMatchObject({ programs: 2000, programsActive: FEEDS.get(last) });
    const outcomes = await importing.database.sql(
      `SELECT outcome, reason, count(*)::integer FROM imports GROUP BY outcome, reason ORDER BY outcome`,
    );
    const isKilled = { outcome: 'failed', reason: 'The process was killed' };
    expect(outcomes).toEqual([
      // The first and the last beside those of the loop.
      { outcome: 'done', reason: null, count: committed + 2 },
      ...(committed > KILLS ? [] : [{ ...isKilled, count: KILLS + 1 - committed }]),
    ]);
    if (process.env.KILLS) {
      const { pages, wholeWalks, overtakenWalks } = reader;
      console.log({ lasted, hits, pages, wholeWalks, overtakenWalks, versions: reader.feeds.size });
    }
  },
  60_000 + KILLS * 10_000,
);
