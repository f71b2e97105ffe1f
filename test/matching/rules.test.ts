import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addProgramWithDomains, matchOf } from './matching.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  await addNetwork(directory.database, { id: 1 });
});
beforeEach(() => directory.sql('TRUNCATE programs CASCADE'));
afterAll(() => directory.close());

/** Programs, each by its id: its `primaryUrl`, then its further domains. */
type Programs = Record<number, [string, ...string[]]>;
/** A URL, and the rule that matches it with programs; none without a match. */
type Outcome = [url: string, rule?: string, ...ids: number[]];

const add = async (programs: Programs) => {
  for (const [id, [primaryUrl, ...domains]] of Object.entries(programs))
    await addProgramWithDomains(directory.database, { id, primary_url: primaryUrl }, ...domains);
};

async function outcomes(urls: string[], match: 'host' | 'site'): Promise<Outcome[]> {
  const { status, json } = await directory.post('/programs-match', { urls, match });
  expect(status).toBe(200);
  return (json as Parameters<typeof matchOf>[0][]).map((element) => {
    const { rule, ids } = matchOf(element);
    return rule === null ? [urls[json.indexOf(element)]!] : [urls[json.indexOf(element)]!, rule, ...ids];
  });
}

const alone: [string, Programs, Outcome[]][] = [
  ['host: primaryUrl is the host', { 1: ['shop.example'] }, [['shop.example', 'host', 1]]],
  ['host: several programs', { 1: ['shop.example'], 2: ['shop.example'] }, [['shop.example', 'host', 1, 2]]],
  ['host: not of another name', { 1: ['shop.example'] }, [['other.example'], ['ashop.example']]],
  ['www: the host has it', { 1: ['shop.example'] }, [['www.shop.example', 'www', 1]]],
  ['www: primaryUrl has it', { 1: ['www.shop.example'] }, [['shop.example', 'www', 1]]],
  [
    'www: both programs of a host that has it',
    { 1: ['www.www.shop.example'], 2: ['shop.example'] },
    [['www.shop.example', 'www', 1, 2]],
  ],
  ['www: not of a name without a dot', { 1: ['www.example'] }, [['example'], ['www.www.example', 'www', 1]]],
  ['domain: the host itself', { 1: ['a.example', 'b.example'] }, [['b.example', 'domain', 1]]],
  [
    'domain: but for www. on either side',
    { 1: ['a.example', 'b.example', 'www.c.example'] },
    [
      ['www.b.example', 'domain', 1],
      ['c.example', 'domain', 1],
    ],
  ],
  [
    'domain: a wildcard covers every subdomain, and not the name itself',
    { 1: ['a.example', '*.b.example'] },
    [
      ['x.b.example', 'domain', 1],
      ['x.y.b.example', 'domain', 1],
      ['www.b.example', 'domain', 1],
      ['b.example'],
      ['xb.example'],
    ],
  ],
  [
    'domain: a program that it has in several ways counts once',
    { 1: ['a.example', 'b.example', 'www.b.example', '*.b.example', '*.example.com'] },
    [['www.b.example', 'domain', 1]],
  ],
  [
    'domain: of several programs, all of them',
    { 1: ['a.example', '*.b.example'], 2: ['c.example', 'x.b.example'], 3: ['d.example', 'www.x.b.example'] },
    [['x.b.example', 'domain', 1, 2, 3]],
  ],
  [
    'different registrable domains never match each other',
    { 1: ['shop.de', '*.shop.de'] },
    [['shop.com'], ['shop.de.com'], ['de'], ['x.shop.com']],
  ],
];

describe.each(['host', 'site'] as const)('With match %s', (match) => {
  test.each(alone)('%s', async (_, programs, expected) => {
    await add(programs);
    expect(
      await outcomes(
        expected.map(([url]) => url),
        match,
      ),
    ).toEqual(expected);
  });
});

const ofHosts: [string, Programs, Outcome[]][] = [
  [
    'www: once only',
    { 1: ['shop.example'], 2: ['www.www.other.example'] },
    [['www.www.shop.example'], ['other.example'], ['www.other.example', 'www', 2]],
  ],
  ['www: a label of its own', { 1: ['shop.example'] }, [['wwwshop.example'], ['www1.shop.example']]],
  ['parents match nothing', { 1: ['shop.example'], 2: ['x.example', 'shop.example'] }, [['a.shop.example']]],
];

const ofSites: [string, Programs, Outcome[]][] = [
  ['a parent by host', { 1: ['shop.example'] }, [['a.b.shop.example', 'site', 1]]],
  ['a parent by www', { 1: ['www.shop.example'] }, [['a.b.shop.example', 'site', 1]]],
  ['a parent by domain', { 1: ['x.example', 'shop.example'] }, [['a.shop.example', 'site', 1]]],
  [
    'a parent by domain but for www.',
    { 1: ['x.example', 'www.shop.example'] },
    [['a.shop.example', 'site', 1]],
  ],
  [
    'the nearest parent first, also by a weaker rule',
    { 1: ['shop.example'], 2: ['x.example', 'b.shop.example'] },
    [
      ['a.b.shop.example', 'site', 2],
      ['a.c.shop.example', 'site', 1],
    ],
  ],
  [
    'of a parent the strongest rule only',
    { 1: ['shop.example'], 2: ['www.shop.example'], 3: ['x.example', 'shop.example'] },
    [['a.shop.example', 'site', 1]],
  ],
  ['no child', { 1: ['a.shop.example'] }, [['shop.example'], ['b.shop.example']]],
  [
    'no parent at a public suffix',
    { 1: ['co.uk'], 2: ['x.example', 'co.uk'] },
    [['shop.co.uk'], ['a.shop.co.uk']],
  ],
  [
    'no parent above a suffix of several labels',
    { 1: ['kawasaki.jp'], 2: ['shop.a.kawasaki.jp'] },
    [['x.b.kawasaki.jp'], ['x.shop.a.kawasaki.jp', 'site', 2]],
  ],
  [
    'a site under a suffix of several labels',
    { 1: ['shop.co.uk'] },
    [['a.shop.co.uk', 'site', 1], ['a.other.co.uk']],
  ],
  [
    'no neighbour under a private suffix',
    { 1: ['b.myshopify.com'], 2: ['myshopify.com'], 3: ['www.myshopify.com'] },
    [['a.myshopify.com'], ['x.a.myshopify.com'], ['x.b.myshopify.com', 'site', 1]],
  ],
  ['not the www. of a public suffix', { 1: ['github.io'] }, [['a.www.github.io']]],
  ['a host that is a public suffix itself', { 1: ['github.io'] }, [['github.io', 'host', 1]]],
  ['IDN suffixes', { 1: ['xn--55qx5d.cn'] }, [['shop.公司.cn'], ['公司.cn', 'host', 1]]],
];

describe('With match site', () => {
  test.each(ofSites)('%s', async (_, programs, expected) => {
    await add(programs);
    expect(
      await outcomes(
        expected.map(([url]) => url),
        'site',
      ),
    ).toEqual(expected);
  });

  test('a wildcard at a public suffix, which only SQL can store, covers nothing', async () => {
    await add({ 1: ['a.example', '*.co.uk', '*.myshopify.com', '*.amazonaws.com'] });
    expect(
      await outcomes(['shop.co.uk', 'b.myshopify.com', 'b.s3.amazonaws.com', 'x.amazonaws.com'], 'site'),
    ).toEqual([
      ['shop.co.uk'],
      ['b.myshopify.com'],
      ['b.s3.amazonaws.com'],
      ['x.amazonaws.com', 'domain', 1],
    ]);
  });
});

describe('With match host', () => {
  test.each(ofHosts)('%s', async (_, programs, expected) => {
    await add(programs);
    expect(
      await outcomes(
        expected.map(([url]) => url),
        'host',
      ),
    ).toEqual(expected);
  });
});

/** A program for each rule that matches `www.a.shop.example`, from the strongest to the weakest. */
const byRule: [rule: string, programs: [string, ...string[]]][] = [
  ['host', ['www.a.shop.example']],
  ['www', ['a.shop.example']],
  ['domain', ['x.example', '*.shop.example']],
  ['site', ['shop.example']],
];
const pairs = byRule.flatMap(([stronger, one], at) =>
  byRule.slice(at + 1).map(([weaker, other]) => [stronger, weaker, one, other] as const),
);

describe('Of two rules that match, the stronger decides, and its programs alone are listed:', () => {
  test.each(pairs)('%s before %s', async (stronger, weaker, one, other) => {
    await add({ 1: other });
    expect(await outcomes(['www.a.shop.example'], 'site')).toEqual([['www.a.shop.example', weaker, 1]]);
    await add({ 2: one });
    expect(await outcomes(['www.a.shop.example'], 'site')).toEqual([['www.a.shop.example', stronger, 2]]);
  });

  test.each(pairs)('%s before %s, unless its program is closed', async (_, weaker, one, other) => {
    await add({ 1: other, 2: one });
    await directory.sql('UPDATE programs SET status = false WHERE id = 2');
    expect(await outcomes(['www.a.shop.example'], 'site')).toEqual([['www.a.shop.example', weaker, 1]]);
  });
});
