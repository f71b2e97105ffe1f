import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork } from '../database/rows.js';
import { follow, idsOf, links } from '../client/walk.js';

/** Bytes of header that clients take at the least, those of Node.js and of browsers among them. */
const CLIENTS_TAKE = 8 * 1024;
const SHOPS = 130;

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory({ PUBLIC_URL: 'https://directory.example' });
  await addNetwork(directory.database);
  await directory.sql(
    `INSERT INTO programs (name, network_id, network_program_id, primary_url)
     SELECT 'Shop', (SELECT min(id) FROM networks), n, 'shop.example' FROM generate_series(1, ${SHOPS}) AS n`,
  );
});
afterAll(() => directory.close());

const asked = (url: string) => `/programs?sort=-name&url=${encodeURIComponent(url)}`;

test.each([
  [1700, 'ü'],
  [2048, 'a'],
  [256, '例'],
])(
  'A walk with a url of %i characters (%s) returns every program, and its links are short',
  async (length, filling) => {
    const target = asked('https://shop.example/'.padEnd(length, filling));
    const replies = await follow((link) => directory.get(link.replace(/^https:..[^/]*/, '')), target, 'next');
    expect(new Set(replies.flatMap(idsOf)).size).toBe(SHOPS);
    for (const { headers } of replies) expect(headers.link!.length).toBeLessThan(CLIENTS_TAKE);
    expect(Object.keys(links(replies[1]!)).sort()).toEqual(['first', 'last', 'next', 'prev']);
    expect(links(replies[0]!).next).toMatch(/\?sort=-name&url=shop\.example&cursor=/);
  },
);

test('A long url without a host matches nothing, and neither do its links', async () => {
  const reply = await directory.get(`${asked('ü'.repeat(1700))}&page=2`);
  expect(reply.json).toEqual([]);
  for (const link of Object.values(links(reply)))
    expect((await directory.get(link.replace(/^https:..[^/]*/, ''))).json).toEqual([]);
});

test('Links with the longest url that they keep are short', async () => {
  const reply = await directory.get(`${asked('https://shop.example/'.padEnd(255, '例'))}&page=2`);
  expect(Object.keys(links(reply)).sort()).toEqual(['first', 'last', 'next', 'prev']);
  expect(reply.headers.link!.length).toBeLessThan(CLIENTS_TAKE);
});

test('Links have the host of a url, which is what is compared', async () => {
  const { next } = links(await directory.get(asked('https://shop.example/weiß?x')));
  expect(new URL(next!).searchParams.get('url')).toBe('shop.example');
});

describe('Long filters that links keep', () => {
  const MATCHES = 60;
  const FILLERS = 40;
  /** The largest cursor: it has a name. */
  beforeAll(() => directory.change('UPDATE programs SET name = $1', ['\u{20000}'.repeat(500)]));

  /** A path with a query of a length, which matches some of the shops. */
  function longTarget(path: string, length: number): string {
    const parameters = Array.from({ length: MATCHES }, (_, at) => `networkProgramId=${at + 1}`);
    const room = length - [...parameters, 'sort=name'].join('&').length;
    for (let at = 0; at < FILLERS; at++) {
      const bytes = Math.floor(room / FILLERS) + (at < room % FILLERS ? 1 : 0);
      parameters.push(`networkProgramId=x${at}`.padEnd(bytes - 1, '-'));
    }
    return `${path}?${[...parameters, 'sort=name'].join('&')}`;
  }
  const get = (link: string) => directory.get(link.replace(/^https:..[^/]*/, ''));

  test.each([
    [2_500, ['next'], ['prev']],
    [6_000, ['next'], []],
    [12_000, ['next'], []],
  ])(
    'of %i bytes leave room for %j on the first page, and for %j on the last',
    async (length, first, last) => {
      const target = longTarget('/programs', length);
      expect(target).toHaveLength(length + '/programs?'.length);
      const replies = await follow(get, target, 'next');
      expect(replies.map((reply) => [reply.status, idsOf(reply).length])).toEqual([
        [200, 50],
        [200, MATCHES - 50],
      ]);
      const relations = replies.map((reply) =>
        'link' in reply.headers ? Object.keys(links(reply)).sort() : [],
      );
      expect(relations).toEqual([first, last]);
    },
  );

  test('of more than 12,000 bytes are answered 431', async () => {
    const body = { error: true, message: 'Headers too large' };
    const reply = await get(longTarget('/programs', 12_001));
    expect([reply.status, reply.json]).toEqual([431, body]);
    const batch = await directory.post(longTarget('/programs-batch', 12_001), { urls: [] });
    expect([batch.status, batch.json]).toEqual([431, body]);
  });
});
