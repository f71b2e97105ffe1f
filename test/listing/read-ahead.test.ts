import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type DirectoryWatch } from '../../src/database/directory-watch.js';
import { PageSource } from '../../src/database/page-source.js';
import { DirectoryResult } from '../../src/listing/directory-result.js';
import { type PageRead, PAGES_AHEAD, ReadAhead } from '../../src/listing/read-ahead.js';
import { programList } from '../../src/programs/program.list.js';
import { type Reply } from '../client/http-client.js';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';

const PROGRAMS = 3_600;

let directory: Directory;
/** Statements that read pages. */
let reads = 0;

beforeAll(async () => {
  directory = await openDirectory();
  const network = await addNetwork(directory.database);
  await directory.change(`
    INSERT INTO programs (name, network_id, network_program_id, primary_url)
      SELECT 'P' || n, ${network}, 'P' || n, 'p.example' FROM generate_series(1, ${PROGRAMS}) AS n`);
  const source = directory.app.get(PageSource, { strict: false });
  const rows = source.rows.bind(source);
  source.rows = (list, statement, values) => {
    reads++;
    return rows(list, statement, values);
  };
});
afterAll(() => directory.close());

const readsAre = (count: number) => waitFor(() => Promise.resolve(reads === count));
const nextOf = ({ headers }: Reply) =>
  /<(?:https?:\/\/[^/]*)?([^>]*)>; rel="next"/.exec(String(headers.link))![1]!;
const idsOf = ({ json }: Reply) => (json as { id: number }[]).map(({ id }) => id);
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

describe.each([
  {
    title: 'A walk by next',
    start: '/programs',
    next: nextOf,
    size: 50,
    // Pages 3 to 6 in one statement, 7 to 10, and 11 to 14.
    expected: [1, 3, 4, 4, 4, 4, 5],
  },
  {
    title: 'A walk by page',
    start: '/programs?page=1',
    next: (_: Reply, page: number) => `/programs?page=${page}`,
    size: 50,
    // Pages 3 to 6 in one statement. Page 7 needs a page index; with that, 8 to 11 are read ahead, and 12 to 15.
    expected: [1, 3, 3, 3, 3, 3, 6, 7],
  },
  {
    title: 'A first load of changes',
    start: '/programs-changes',
    next: nextOf,
    size: 500,
    expected: [5, 6, 7, 8, 8],
  },
])('$title', ({ start, next, size, expected }) => {
  /** The latest page. */
  let reply: Reply;
  let page: number;

  /** Requests a page, and waits for what is read ahead of the next. */
  async function walk(last: number): Promise<void> {
    while (page < last) {
      reply = await directory.get(page === 0 ? start : next(reply, page + 1));
      await readsAre(expected[page++]!);
    }
  }

  beforeEach(async () => {
    await directory.change(
      `UPDATE programs SET register_url = 'https://p.example/' || random() WHERE id = 1`,
    );
    reads = 0;
    page = 0;
  });

  test('gets pages that were read ahead, and those after them are read', async () => {
    for (let last = 1; last <= expected.length; last++) {
      await walk(last);
      expect(idsOf(reply)).toEqual(from((last - 1) * size + 1, size));
    }
  });

  test('gets no page that was read ahead of a change', async () => {
    await walk(2);
    await directory.change(`UPDATE programs SET name = 'changed ' || random() WHERE id = ${2 * size + 1}`);
    const third = await directory.get(next(reply, 3));
    expect((third.json as { name: string }[]).map(({ name }) => name)).toContainEqual(
      expect.stringContaining('changed'),
    );
  });
});

test('Pages that were read ahead are sent like cached ones, to clients with a known key only', async () => {
  let reply = await directory.get(
    '/programs?cursor=' + nextOf(await directory.get('/programs')).split('cursor=')[1]!,
  );
  const third = nextOf(reply);
  reads = 0;
  await pause(100);
  expect((await directory.get(third, { 'x-api-key': 'unknown' })).status).toBe(401);
  const [sent, again] = [await directory.get(third), await directory.get(third)];
  expect(idsOf(sent)).toEqual(from(101, 50));
  expect({ ...again, headers: { ...again.headers, 'x-request-id': '', date: '' } }).toEqual({
    ...sent,
    headers: { ...sent.headers, 'x-request-id': '', date: '' },
  });
  reply = sent;
  for (let page = 4; page <= 12; page++) {
    reply = await directory.get(nextOf(reply));
    expect(idsOf(reply)).toEqual(from((page - 1) * 50 + 1, 50));
    await pause(20);
  }
  // Pages 7 to 10, 11 to 14, and 15 to 18.
  expect(reads).toBe(3);
});

test('The end of a list and of changes reads nothing ahead', async () => {
  const first = await directory.get('/programs-changes?since=now');
  reads = 0;
  expect(idsOf(await directory.get(nextOf(first)))).toEqual([]);
  expect(idsOf(await directory.get(`/programs?page=${PROGRAMS / 50 - 1}`))).toHaveLength(50);
  expect(idsOf(await directory.get(`/programs?page=${PROGRAMS / 50}`))).toHaveLength(50);
  await pause(50);
  expect(reads).toBe(4);
});

test('A page by number reads nothing ahead unless the page before it was requested', async () => {
  reads = 0;
  await directory.get('/programs?sort=name&page=3');
  await directory.get('/programs?sort=name&page=2');
  await directory.get('/programs?sort=-name&page=4');
  await pause(50);
  expect(reads).toBe(3);
});

describe('ReadAhead', () => {
  class NumberedPage extends DirectoryResult {
    constructor(readonly number: number) {
      super(programList, { version: latest, nonce: 'n', lists: { programs: latest } });
    }

    protected override writeJson(): void {}
  }

  /** The version of the list. */
  let latest: number;
  /** What was read, by walk and page. */
  let read: string[];
  let rewind: () => void;
  let ahead: ReadAhead;

  const pageRead = (walk: string, number: number): PageRead<NumberedPage> => ({
    identity: `${walk}${number}`,
    query: `page=${number}`,
    pagesAhead: () => PAGES_AHEAD,
    read: (pages) => {
      read.push(`${walk}${number}`);
      const isFailing = walk === 'failing' && pages > 1;
      return isFailing
        ? Promise.reject(new Error('no connection'))
        : Promise.resolve(Array.from({ length: pages }, (_, index) => new NumberedPage(number + index)));
    },
    following: (page) => pageRead(walk, page.number + 1),
  });
  /** Requests a page, and waits until reading ahead has ended. */
  const request = async (walk: string, number: number) => {
    const page = await ahead.read(pageRead(walk, number), true);
    await pause(1);
    return page.number;
  };

  beforeEach(() => {
    latest = 1;
    read = [];
    ahead = new ReadAhead({
      trust: 'current',
      isLatest: (_: unknown, version: number) => version === latest,
      onRewind: (handler: () => void) => (rewind = handler),
    } as unknown as DirectoryWatch);
  });

  test('reads a page when it is requested if reading it ahead failed', async () => {
    expect(await request('failing', 1)).toBe(1);
    expect(await request('failing', 2)).toBe(2);
    expect(read).toEqual(['failing1', 'failing2', 'failing2', 'failing3']);
  });

  test('reads nothing ahead while other pages are requested, and for a while after', async () => {
    const first = request('walk', 1);
    const others = [1, 2].map((other) => ahead.read(pageRead(`other ${other} `, 1), false));
    await Promise.all([first, ...others]);
    await request('walk', 2);
    expect(read.filter((identity) => identity.startsWith('walk'))).toEqual(['walk1', 'walk2']);
    await pause(150);
    await request('walk', 3);
    expect(read.slice(-2)).toEqual(['walk3', 'walk4']);
  });

  test('keeps at most 64 pages, each until it is requested', async () => {
    const walks = Array.from({ length: 100 }, (_, walk) => `walk ${walk} `);
    for (const number of [1, 2]) for (const walk of walks) expect(await request(walk, number)).toBe(number);
    expect(read.filter((identity) => identity.endsWith(' 2'))).toHaveLength(100);
    // Of 16 walks, and of 4 more once 16 of the 64 pages were requested.
    expect(read.filter((identity) => !/ [12]$/.test(identity))).toHaveLength(4);
  });

  test('sends nothing that was read before the database was restored to an earlier state', async () => {
    await request('walk', 1);
    rewind();
    await request('walk', 2);
    expect(read).toEqual(['walk1', 'walk2', 'walk2', 'walk3']);
  });

  test('reads on after a change of the list', async () => {
    await request('walk', 1);
    latest = 2;
    await request('walk', 2);
    expect(await request('walk', 3)).toBe(3);
    expect(read).toEqual(['walk1', 'walk2', 'walk2', 'walk3', 'walk7']);
  });

  test('drops pages that are not requested within five seconds', async () => {
    const now = jest.spyOn(performance, 'now');
    await request('walk', 1);
    const started = performance.now();
    now.mockImplementation(() => started + 5_500);
    await request('walk', 2);
    now.mockRestore();
    expect(read).toEqual(['walk1', 'walk2', 'walk2', 'walk3']);
  });
});
