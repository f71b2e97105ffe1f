import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DatabaseUnavailable } from '../../src/database/database-unavailable.js';
import { PageSource } from '../../src/database/page-source.js';
import { idsOf } from '../client/walk.js';
import { sorts } from '../client/sort-fields.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork } from '../database/rows.js';

/** Beyond the pages that are reached without a page index. */
const DEEP = 6;
const MAX_LONG_READS = 2;
const programSorts = sorts
  .filter(({ path }) => path === '/programs')
  .flatMap(({ field }) => [field, `-${field}`]);

let directory: Directory;
/** Called before a statement runs. */
let before: (statement: string) => void;
/** Called behind it. */
let after: (statement: string) => Promise<void> | void;

beforeAll(async () => {
  directory = await openDirectory({ PAGE_CACHE_MB: '0', DATABASE_POOL: '10' });
  const network = await addNetwork(directory.database);
  await directory.sql(`
    INSERT INTO programs (name, network_id, network_program_id, primary_url, date_started, created_at)
      SELECT 'P' || n % 9, ${network}, 'P' || n, 'p' || n % 70 || '.example',
        CASE WHEN n % 3 > 0 THEN date '2020-01-01' + n % 30 END, timestamptz '2025-01-01 00:00Z' + n % 50 * interval '1 day'
      FROM generate_series(1, 1_420) AS n`);
  const source = directory.app.get(PageSource, { strict: false });
  const rows = source.rows.bind(source);
  source.rows = async (list, statement, values) => {
    before(statement.name);
    return rows(list, statement, values).finally(() => after(statement.name));
  };
});
afterAll(() => directory.close());

const isLongRead = (statement: string) => /page index|offsets$/.test(statement);
/** Of one row, so that concurrent changes wait for each other and cannot deadlock. */
const change = () =>
  directory.sql(
    `UPDATE programs SET register_url = 'https://p.example/' || random() WHERE network_program_id = 'P1'`,
  );

/** The ids of a page, as PostgreSQL orders the rows without any index of ours. */
async function expected(sort: string, page: number): Promise<number[]> {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const column = sort.replace('-', '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const nulls = direction === 'DESC' ? 'FIRST' : 'LAST';
  const rows = await directory.sql<{ id: number }>(
    `SELECT id FROM programs WHERE status ORDER BY ${column} ${direction} NULLS ${nulls}, id ${direction}
     LIMIT 50 OFFSET ${(page - 1) * 50}`,
  );
  return rows.map(({ id }) => id);
}

async function readAll(page: number) {
  const replies = await Promise.all(
    programSorts.map((sort) => directory.get(`/programs?sort=${sort}&page=${page}`)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  return replies.map(idsOf);
}

describe('A deep page in every order', () => {
  test.each([5, DEEP, 10, 11, 20, 28, 29, 30])('is read from a page index: page %d', async (page) => {
    before = after = () => undefined;
    await change();
    const pages = await readAll(page);
    for (const [at, sort] of programSorts.entries()) expect(pages[at]).toEqual(await expected(sort, page));
  });

  test.each([5, DEEP, 28, 29, 30])(
    'is found by its offset while the list changes faster than its index is read: page %d',
    async (page) => {
      const statements: string[] = [];
      before = (statement) => void statements.push(statement);
      after = async (statement) => {
        if (statement.endsWith('page index')) await change();
      };
      await change();
      const pages = await readAll(page);
      expect(statements.filter((statement) => statement.endsWith('offsets')).length).toBeGreaterThan(0);
      for (const [at, sort] of programSorts.entries()) expect(pages[at]).toEqual(await expected(sort, page));
    },
  );

  test('is found by its offset when reading the page index takes too long', async () => {
    before = (statement) => {
      if (statement.endsWith('page index')) throw new DatabaseUnavailable();
    };
    after = () => undefined;
    await change();
    const pages = await readAll(DEEP);
    for (const [at, sort] of programSorts.entries()) expect(pages[at]).toEqual(await expected(sort, DEEP));
  });

  test('is found by its offset in the scan of other pages of its order', async () => {
    const scans: string[] = [];
    before = (statement) => {
      if (statement.endsWith('page index')) throw new DatabaseUnavailable();
      if (isLongRead(statement)) scans.push(statement);
    };
    after = (statement) => (isLongRead(statement) ? pause(100) : undefined);
    await change();
    const numbers = Array.from({ length: 26 }, (_, index) => 30 - index);
    const sorts = ['name', '-name', 'dateStarted'];
    const pages = await Promise.all(
      sorts.map((sort) =>
        Promise.all(
          numbers.map(async (page) => idsOf(await directory.get(`/programs?sort=${sort}&page=${page}`))),
        ),
      ),
    );
    for (const [at, sort] of sorts.entries()) {
      const wanted = await Promise.all(numbers.map((page) => expected(sort, page)));
      expect(pages[at]).toEqual(wanted);
    }
    // A third of the pages; how many wait for one scan depends on how many requests are admitted.
    expect(scans.length).toBeLessThan(numbers.length);
  });

  test('shares the scans of its order, of which two run concurrently', async () => {
    let running = 0;
    let most = 0;
    const scans: string[] = [];
    before = (statement) => {
      if (!isLongRead(statement)) return;
      scans.push(statement);
      most = Math.max(most, ++running);
    };
    after = (statement) => {
      if (isLongRead(statement)) running--;
    };
    await change();
    await Promise.all([readAll(5), readAll(DEEP)]);
    expect(most).toBe(MAX_LONG_READS);
    expect(scans.length).toBe(programSorts.length / 2);
    expect(new Set(scans).size).toBe(scans.length);
  });

  test('needs no new scan after a commit that changes networks only', async () => {
    const scans: string[] = [];
    before = (statement) => {
      if (isLongRead(statement)) scans.push(statement);
    };
    await directory.change('UPDATE networks SET last_sync = now()');
    await readAll(DEEP);
    expect(scans).toEqual([]);
  });

  test('is backed off from reading indexes after one that was outdated at once', async () => {
    const scans: string[] = [];
    before = (statement) => {
      if (isLongRead(statement)) scans.push(statement);
    };
    after = async (statement) => {
      if (!statement.endsWith('page index')) return;
      await pause(200);
      await directory.change('UPDATE programs SET register_url = NULL');
    };
    await change();
    await directory.get(`/programs?sort=name&page=${DEEP}`);
    await directory.get(`/programs?sort=primaryUrl&page=${DEEP}`);
    expect(scans).toEqual([
      'programs name page index',
      'programs name ASC 51 offsets',
      'programs primaryUrl ASC 51 offsets',
    ]);
  });

  test.each([5, DEEP, 8, 9, 10, 11])(
    'of a list with fewer rows than a page index needs for a bookmark: page %d',
    async (page) => {
      before = after = () => undefined;
      await directory.change('DELETE FROM programs WHERE id > (SELECT min(id) + 420 FROM programs)');
      const pages = await readAll(page);
      for (const [at, sort] of programSorts.entries()) expect(pages[at]).toEqual(await expected(sort, page));
    },
  );
});
