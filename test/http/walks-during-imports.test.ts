import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importPrograms } from '../../src/importing/import-programs.js';
import { type RecordBatch, type RowRecord } from '../../src/importing/record-source.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork } from '../database/rows.js';
import { sorts } from '../client/sort-fields.js';
import { waitFor } from '../program/wait-for.js';
import { links } from '../client/walk.js';

/** Programs that every feed has with the same values, and programs that differ from feed to feed. */
const PROGRAMS = 390;
const RESTLESS = 60;
const programSorts = sorts
  .filter(
    ({ path, field }) => path === '/programs' || (path === '/api/v1/programs' && field === 'networkName'),
  )
  .flatMap(({ path, field }) => [`${path}?sort=${field}`, `${path}?sort=-${field}`]);

interface Seen {
  networkProgramId: string;
  updatedAt: string;
}

let directory: Directory;
let importing = true;
let imports: Promise<void>;
let turns = 0;

beforeAll(async () => {
  directory = await openDirectory();
  await addNetwork(directory.database, { name: 'Feeding' });
  await importFeed(0);
  imports = (async () => {
    while (importing) await importFeed(++turns);
  })();
});
afterAll(async () => {
  importing = false;
  await imports;
  await directory.close();
});

async function importFeed(turn: number): Promise<void> {
  await importPrograms({
    database: directory.database.url,
    network: 'Feeding',
    mode: 'full',
    maxClosed: '100%',
    file: `turn ${turn}`,
    source: { batches: () => feed(turn) },
    report: { reject: () => undefined, warn: () => undefined },
  });
}

/** Names, hosts and dates repeat, so that an order has ties and nulls; restless programs come, go and change. */
// eslint-disable-next-line @typescript-eslint/require-await -- a source of records is asynchronous
async function* feed(turn: number): AsyncGenerator<RecordBatch> {
  const rows: RowRecord[] = [];
  for (let number = 0; number < PROGRAMS; number++) {
    const restless = number % 6 === 5 && number < RESTLESS * 6;
    if (restless && (number + turn) % 4 === 0) continue;
    const shift = restless ? turn + number : number;
    rows.push({
      file: 'feed',
      line: number + 1,
      values: {
        networkProgramId: `${restless ? 'restless' : 'steady'}-${number}`,
        name: `Name ${shift % 40}`,
        primaryUrl: `host-${shift % 50}.example`,
        dateStarted: shift % 3 === 0 ? null : `2020-01-${String((shift % 28) + 1).padStart(2, '0')}`,
      },
    });
  }
  yield rows;
}

async function walk(
  target: string,
  onPage: (pages: number) => Promise<void> = () => Promise.resolve(),
): Promise<Seen[]> {
  const seen: Seen[] = [];
  let pages = 0;
  for (let at: string | undefined = target; at !== undefined;) {
    const reply = await directory.get(at);
    expect(reply.status).toBe(200);
    seen.push(...(reply.json as Seen[]));
    at = links(reply).next;
    await onPage(++pages);
  }
  return seen;
}

/** Pauses a walk until another import has committed. */
const anImportAfterPage = (page: number) => async (pages: number) => {
  if (pages !== page) return;
  const before = turns;
  await waitFor(() => Promise.resolve(turns > before + 1), 20_000);
};

describe('A walk by next, while imports commit,', () => {
  test.each(programSorts)('returns every unchanged program exactly once: %s', async (target) => {
    const steady = (await walk(target, anImportAfterPage(3)))
      .map((program) => program.networkProgramId)
      .filter((id) => id.startsWith('steady'));
    expect(new Set(steady).size).toBe(steady.length);
    expect(steady.length).toBe(PROGRAMS - RESTLESS);
  });

  test('by ascending updatedAt returns every changed program again at the end', async () => {
    // The imports go on until the walk is nearly through, so it has to go on as well.
    const seen = await walk('/programs?sort=updatedAt', async (pages) => {
      if (pages < 7) return;
      importing = false;
      await imports;
      // A page may be up to a second old.
      await directory.untilSeen();
    });
    const last = new Map(seen.map((program) => [program.networkProgramId, program.updatedAt]));
    const stored = await directory.sql<{ id: string; updated: Date }>(
      'SELECT network_program_id AS id, updated_at AS updated FROM programs WHERE status',
    );
    for (const { id, updated } of stored) expect([id, last.get(id)]).toEqual([id, updated.toISOString()]);
  });
});
