import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { PageSource } from '../../src/database/page-source.js';
import { type Reply } from '../client/http-client.js';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';

const PROGRAMS = 1_700;

let directory: Directory;
/** The rows of each page that was read from the database. */
let reads: number[] = [];

beforeAll(async () => {
  directory = await openDirectory();
  const network = await addNetwork(directory.database);
  await directory.change(`
    INSERT INTO programs (name, network_id, network_program_id, primary_url)
      SELECT 'P' || n, ${network}, 'P' || n, 'p.example' FROM generate_series(1, ${PROGRAMS}) AS n`);
  const source = directory.app.get(PageSource, { strict: false });
  const rows = source.rows.bind(source);
  source.rows = async (list, statement, values) => {
    const result = await rows(list, statement, values);
    reads.push(result.length);
    return result;
  };
});
afterAll(() => directory.close());

const readsAre = (count: number) => waitFor(() => Promise.resolve(reads.length === count));
const nextOf = ({ headers }: Reply) =>
  /<(?:https?:\/\/[^/]*)?([^>]*)>; rel="next"/.exec(String(headers.link))![1]!;
const idsOf = ({ json }: Reply) => (json as { id: number }[]).map(({ id }) => id);
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

describe.each([
  { title: 'A walk by next', start: '/programs', size: 50, startsAhead: false },
  { title: 'A first load of changes', start: '/programs-changes', size: 500, startsAhead: true },
])('$title', ({ start, size, startsAhead }) => {
  let second: Reply;

  /** Reads two pages; the third is read ahead then. */
  beforeEach(async () => {
    await directory.change(
      `UPDATE programs SET register_url = 'https://p.example/' || random() WHERE id = 1`,
    );
    reads = [];
    const first = await directory.get(start);
    if (startsAhead) await readsAre(2);
    second = await directory.get(nextOf(first));
    await readsAre(3);
  });

  test('gets the page that was read ahead, and the one after it is read', async () => {
    const third = await directory.get(nextOf(second));
    expect(idsOf(third)).toEqual(from(2 * size + 1, size));
    await readsAre(4);
  });

  test('gets no page that was read ahead of a change', async () => {
    await directory.change(`UPDATE programs SET name = 'changed ' || random() WHERE id = ${2 * size + 1}`);
    const third = await directory.get(nextOf(second));
    expect((third.json as { name: string }[]).map(({ name }) => name)).toContainEqual(
      expect.stringContaining('changed'),
    );
  });

  test('reads nothing ahead while no connection is idle', async () => {
    const database = directory.app.get(Database, { strict: false });
    const connections = Object.getOwnPropertyDescriptor(Database.prototype, 'connections')!;
    Object.defineProperty(database, 'connections', {
      value: { busy: 4, idle: 0, waiting: 0 },
      configurable: true,
    });
    const third = await directory.get(nextOf(second));
    const fourth = await directory.get(nextOf(third));
    expect(idsOf(fourth)).toEqual(from(3 * size + 1, Math.min(size, PROGRAMS - 3 * size)));
    expect(reads).toHaveLength(4);
    Object.defineProperty(database, 'connections', connections);
  });
});

test('The end of a list and of changes reads nothing ahead', async () => {
  reads = [];
  let reply = await directory.get('/programs-changes?since=now');
  reply = await directory.get(nextOf(reply));
  expect(idsOf(reply)).toEqual([]);
  expect(reads).toHaveLength(2);
});
