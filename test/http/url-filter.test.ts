import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { idsOf } from '../client/walk.js';

const MAX_URLS = 100;
let directory: Directory;

beforeAll(async () => {
  directory = await openDirectory();
  const { database } = directory;
  const network = await addNetwork(database);
  await directory.sql('ALTER TABLE programs ALTER id RESTART 100');
  await addProgram(database, network, { id: 1, primary_url: 'example.com' });
  await addProgram(database, network, { id: 2, primary_url: 'www.example.com' });
  await addProgram(database, network, { id: 3, primary_url: 'xn--mller-kva.example' });
  await addProgram(database, await addNetwork(database), { id: 4, primary_url: 'example.com' });
  await addProgram(database, network, { id: 5, primary_url: 'example.com', status: false });
});
afterAll(() => directory.close());

/** What clients send, and the programs that it matches. */
const matches: [string, number[]][] = [
  ['example.com', [1, 4]],
  ['EXAMPLE.com.', [1, 4]],
  ['https://example.com:8443/path?x#y', [1, 4]],
  ['example.com/path', [1, 4]],
  ['www.example.com', [2]],
  ['müller.example', [3]],
  ['MÜLLER.example', [3]],
  ['xn--mller-kva.example', [3]],
  ['https://m%C3%BCller.example/', [3]],
  ['nosuch.example', []],
  ['', []],
  [' ', []],
  ['example.com\u0000', []],
  ['example', []],
  ['com', []],
  ['%', []],
  ['_', []],
  ["example.com' OR true --", []],
  ['someone@example.com', []],
  ['192.0.2.1', []],
  ['[::1]', []],
  ['\ud800.example', []],
  ['{example.com}', []],
  ['a'.repeat(2048), []],
  [`https://example.com/${'x'.repeat(2028)}`, [1, 4]],
];

describe.each(['', '/api/v1'])('%s/programs and %s/programs-batch', (form) => {
  test.each(matches)('match %j with the programs %j', async (value, ids) => {
    const get = await directory.get(
      `${form}/programs?url=${encodeURIComponent(Buffer.from(value).toString())}`,
    );
    expect([get.status, idsOf(get)]).toEqual([200, ids]);
    const post = await directory.post(`${form}/programs-batch`, { urls: [value] });
    expect([post.status, idsOf(post)]).toEqual([200, ids]);
  });
});

describe('The parameter url', () => {
  test('is answered 400 over 2048 characters of any kind', async () => {
    const message = 'url must be at most 2048 characters';
    for (const value of ['a'.repeat(2049), `https://example.com/${'x'.repeat(2029)}`]) {
      const reply = await directory.get(`/programs?url=${value}`);
      expect([reply.status, reply.json]).toEqual([
        400,
        { error: true, message, details: [{ field: 'url', message }] },
      ]);
    }
  });

  test('is answered 400 when it appears twice', async () => {
    const reply = await directory.get('/programs?url=example.com&url=example.com');
    expect([reply.status, reply.json.details]).toEqual([
      400,
      [{ field: 'url', message: 'url may appear once' }],
    ]);
  });

  test('is unknown to networks and to the batch', async () => {
    const replies = [
      await directory.get('/networks?url=example.com'),
      await directory.post('/programs-batch?url=example.com', { urls: [] }),
    ];
    for (const { status, json } of replies) {
      expect([status, json.details]).toEqual([400, [{ field: 'url', message: expect.any(String) }]]);
      expect(json.message).toMatch(/^url is not a known query parameter; known are (?!.*\burl\b)/);
    }
  });
});

describe('The field urls of a batch', () => {
  const batch = (urls: unknown, query = '') => directory.post(`/programs-batch${query}`, { urls });
  const wrong = { field: 'urls', message: 'urls must be an array of strings' };

  test('returns what any of them matches, each program once', async () => {
    expect(idsOf(await batch(['www.example.com', 'example.com', 'müller.example']))).toEqual([1, 2, 3, 4]);
    expect(idsOf(await batch(['example.com', 'EXAMPLE.COM', 'https://example.com/']))).toEqual([1, 4]);
    expect(idsOf(await batch(['example.com', 'nosuch.example', '']))).toEqual([1, 4]);
  });

  test('is no filter when it is empty', async () => {
    expect(idsOf(await batch([]))).toEqual([1, 2, 3, 4]);
  });

  test('returns [] when nothing matches, not everything', async () => {
    expect((await batch(['']))?.text).toBe('[]');
  });

  test('is sorted and paged as the list is', async () => {
    expect(idsOf(await batch([], '?sort=-id'))).toEqual([4, 3, 2, 1]);
    expect(idsOf(await batch(['example.com'], '?sort=-id&page=1'))).toEqual([4, 1]);
    expect(idsOf(await batch(['example.com'], '?page=2'))).toEqual([]);
  });

  test('may have a hundred entries of 2048 characters', async () => {
    const urls = Array.from({ length: MAX_URLS }, (_, at) => `https://h${at}.example/`.padEnd(2048, 'ü'));
    expect((await batch(urls)).status).toBe(200);
  });

  test.each([
    ['101', Array.from({ length: MAX_URLS + 1 }, (_, at) => `h${at}.example`)],
    ['101 equal', Array<string>(MAX_URLS + 1).fill('example.com')],
    ['101 invalid', Array<null>(MAX_URLS + 1).fill(null)],
    ['20,000', Array<string>(20_000).fill('example.com')],
  ])('is answered 401 with %s entries', async (_, urls) => {
    const reply = await batch(urls);
    expect([reply.status, reply.json]).toEqual([401, { error: true, message: 'Too many URLs' }]);
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['a string', 'example.com'],
    ['a number', 1],
    ['an object', { length: 101, 0: 'example.com' }],
    ['an array of numbers', [1]],
    ['an array of null', [null]],
    ['an array of arrays', [['example.com']]],
    ['an array of a string and an object', ['example.com', {}]],
  ])('is answered 400 with one detail when it is %s', async (_, urls) => {
    const reply = await batch(urls);
    expect([reply.status, reply.json]).toEqual([
      400,
      { error: true, message: wrong.message, details: [wrong] },
    ]);
  });

  test.each([
    ['letters', 'a'.repeat(2049)],
    ['variation selectors', '\ufe0f'.repeat(2049)],
  ])('is answered 400 with an entry of more than 2048 %s', async (_, url) => {
    const message = 'each of urls must be at most 2048 characters';
    const reply = await batch(['example.com', url]);
    expect([reply.status, reply.json.details]).toEqual([400, [{ field: 'urls', message }]]);
  });

  test('is answered 400 beside unknown fields, which are named', async () => {
    const reply = await directory.post('/programs-batch', { urls: [], url: 'x', __proto_: 1 });
    expect(reply.status).toBe(400);
    expect(reply.json.details).toEqual([
      { field: 'url', message: 'url is not a known field; known are urls' },
      { field: '__proto_', message: '__proto_ is not a known field; known are urls' },
    ]);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', ''])(
    'is answered 400 beside a field %j',
    async (name) => {
      const reply = await directory.request('POST', '/programs-batch', {
        headers: { 'content-type': 'application/json' },
        body: `{"urls": [], ${JSON.stringify(name)}: {"x": 1}}`,
      });
      expect([reply.status, reply.json.details[0].field]).toEqual([400, name]);
    },
  );

  test('has links that are POSTed with the same body', async () => {
    await directory.change(`INSERT INTO programs (name, network_id, network_program_id, primary_url)
      SELECT 'Many', min(networks.id), 'many ' || n, 'many.example' FROM networks, generate_series(1, 120) AS n
      GROUP BY n`);
    const seen: number[] = [];
    let target: string | undefined = '/api/v1/programs-batch?sort=-createdAt';
    for (let pages = 0; target !== undefined && pages < 5; pages++) {
      const reply = await directory.post(target, { urls: ['many.example'] });
      seen.push(...idsOf(reply));
      target = /<([^>]*)>; rel="next"/.exec(reply.headers.link as string)?.[1];
    }
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
  });
});
