import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';

const ALLOWED = 'page must be an integer from 1 to 2147483647 and may appear once';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  const network = await addNetwork(directory.database);
  await addProgram(directory.database, network);
  await directory.sql(`
    INSERT INTO networks (name, url) SELECT 'N' || n, 'n.example' FROM generate_series(2, 60) AS n;
    INSERT INTO programs (name, network_id, network_program_id, primary_url)
      SELECT 'P', ${network}, 'P' || n, 'p.example' FROM generate_series(2, 60) AS n;
  `);
});
afterAll(() => directory.close());

describe.each(['/programs', '/api/v1/programs', '/networks', '/api/v1/networks'])('GET %s', (path) => {
  let ids: number[];

  beforeAll(async () => {
    const table = path.endsWith('programs') ? 'programs' : 'networks';
    ids = (await directory.sql<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);
  });

  const idsOf = async (query: string) =>
    ((await directory.get(path + query)).json as { id: number }[]).map(({ id }) => id);

  test('answers page 1 with 50 objects by default', async () => {
    expect(await idsOf('')).toEqual(ids.slice(0, 50));
    expect(await idsOf('?page=1')).toEqual(ids.slice(0, 50));
  });

  test('continues on page 2 where page 1 ends', async () => {
    expect(await idsOf('?page=2')).toEqual(ids.slice(50));
  });

  test.each(['3', '4', '5', '6', '100', '2147483646', '2147483647'])(
    'answers [] for page %s, which is past the end',
    async (page) => {
      const reply = await directory.get(`${path}?page=${page}`);
      expect([reply.status, reply.text]).toEqual([200, '[]']);
    },
  );

  test.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '%201',
    '1%20',
    '',
    '%2B1',
    '01',
    '0x10',
    'abc',
    '2147483648',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '%D9%A1',
    'null',
    '1,2',
    '1%00',
    '1%0A',
  ])('answers 400 for page=%j', async (page) => {
    const reply = await directory.get(`${path}?page=${page}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      error: true,
      message: ALLOWED,
      details: [{ field: 'page', message: ALLOWED }],
    });
  });

  test.each(['page=1&page=1', 'page=1&page=2', 'page=1&%70age=1'])(
    'answers 400 when page appears twice: %s',
    async (query) => {
      const reply = await directory.get(`${path}?${query}`);
      expect([reply.status, reply.json.message]).toEqual([400, ALLOWED]);
    },
  );
});
