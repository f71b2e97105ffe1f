import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Importing, row } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const domains = async () =>
  (
    await importing.stored<{ domains: string[] }>(
      'ARRAY(SELECT domain FROM program_domains WHERE program_id = id ORDER BY domain) AS domains',
    )
  )[0]!.domains;

/** Imports one program with a value of `domains`, and returns what is stored then, and the warnings. */
async function stored(value: unknown): Promise<{ domains: string[]; warnings: string[] }> {
  const { rejects, warnings } = await importing.programs([row('1', { domains: value })]);
  expect(rejects).toEqual([]);
  return { domains: await domains(), warnings };
}

const ignored = (entry: unknown, why: string) =>
  `domains: ${JSON.stringify(entry)} ${why}, and is ignored (1 row, first at feed:1)`;
const NO_HOST = 'is no host name';
const SUFFIX = 'covers names of different owners';

describe('The field domains', () => {
  test.each<[unknown, string[]]>([
    [['shop.example'], ['shop.example']],
    ['shop.example|https://www.Other.example:8443/a?b', ['shop.example', 'www.other.example']],
    [[' müller.example. ', 'XN--MLLER-KVA.example'], ['xn--mller-kva.example']],
    [
      ['b.example', 'a.example', 'b.example'],
      ['a.example', 'b.example'],
    ],
    [
      ['*.shop.example', 'https://*.b.example/', '*.Ä.example'],
      ['*.b.example', '*.shop.example', '*.xn--4ca.example'],
    ],
    [
      ['*.shop.co.uk', '*.a.myshopify.com'],
      ['*.a.myshopify.com', '*.shop.co.uk'],
    ],
    [
      ['co.uk', 'myshopify.com'],
      ['co.uk', 'myshopify.com'],
    ],
    ['', []],
    [null, []],
    [[], []],
  ])('%j is stored as %j', async (value, expected) => {
    expect(await stored(value)).toEqual({ domains: expected, warnings: [] });
  });

  test.each<[unknown, string[], string[]]>([
    [['shop.example', 'localhost'], ['shop.example'], [ignored('localhost', NO_HOST)]],
    [['shop.example', '192.0.2.1'], ['shop.example'], [ignored('192.0.2.1', NO_HOST)]],
    [['shop.example', '*.*.shop.example'], ['shop.example'], [ignored('*.*.shop.example', NO_HOST)]],
    [['shop.example', 'a.*.shop.example'], ['shop.example'], [ignored('a.*.shop.example', NO_HOST)]],
    [['shop.example', '*.com'], ['shop.example'], [ignored('*.com', NO_HOST)]],
    [['shop.example', '*.co.uk'], ['shop.example'], [ignored('*.co.uk', SUFFIX)]],
    [['shop.example', '*.myshopify.com'], ['shop.example'], [ignored('*.myshopify.com', SUFFIX)]],
    [['shop.example', '*.kawasaki.jp'], ['shop.example'], [ignored('*.kawasaki.jp', SUFFIX)]],
    [['shop.example', 7], ['shop.example'], [ignored(7, NO_HOST)]],
    [['shop.example', null], ['shop.example'], [ignored(null, NO_HOST)]],
    [['shop.example', ['a.example']], ['shop.example'], [ignored(['a.example'], NO_HOST)]],
    [['shop.example', { a: 'b.example' }], ['shop.example'], [ignored({ a: 'b.example' }, NO_HOST)]],
  ])('%j is stored as %j, with a warning', async (value, expected, warnings) => {
    expect(await stored(value)).toEqual({ domains: expected, warnings });
  });

  test('of more than 200 the first 200 are stored, with a warning', async () => {
    const many = Array.from({ length: 201 }, (_, at) => `d${at}.example`);
    expect(await stored(many)).toEqual({
      domains: many.slice(0, 200).sort(),
      warnings: ['domains: only the first 200 are stored (1 row, first at feed:1)'],
    });
    expect((await stored([...many.slice(0, 200), 'd7.example'])).warnings).toEqual([]);
  });

  test('that is no list rejects its row', async () => {
    for (const value of [{ a: 'b.example' }, 7, true]) {
      const { rejects } = await importing.programs([row('1', { domains: value }), row('2')]);
      expect(rejects).toEqual([expect.stringContaining('feed:1: domains: is not a list of domains: ')]);
    }
  });

  test('of which no entry is a host counts as absent: the stored domains stay', async () => {
    await stored(['a.example', '*.b.example']);
    for (const value of [
      ['localhost'],
      ['*.co.uk'],
      [''],
      ['localhost', 'com'],
      [7],
      [null, ['a.example']],
    ]) {
      expect((await stored(value)).domains).toEqual(['*.b.example', 'a.example']);
    }
  });

  test('in CSV is separated by |, and an empty cell clears it', async () => {
    const csv = (cell: string) => `networkProgramId,name,primaryUrl,domains\n1,P,p.example,${cell}\n`;
    await importing.programs(csv('b.example|*.a.example'), {}, 'csv');
    expect(await domains()).toEqual(['*.a.example', 'b.example']);
    const { updated } = await importing.programs(csv(''), {}, 'csv');
    expect([updated, await domains()]).toEqual([1, []]);
  });
});

describe('An import', () => {
  const one = (value?: unknown, more = {}) => [
    row('1', { ...(value !== undefined && { domains: value }), ...more }),
  ];
  const updatedAt = async () => (await importing.stored('updated_at'))[0]!.updated_at as Date;
  const versions = async () =>
    (await importing.database.sql(`SELECT lists FROM versions WHERE subject = 'directory'`))[0]!
      .lists as Record<string, number>;

  test('counts a program with other domains as updated, with a new updatedAt and version', async () => {
    await importing.programs(one(['a.example', 'b.example']));
    const [before, version] = [await updatedAt(), await versions()];
    expect(await importing.programs(one(['b.example', 'c.example']))).toMatchObject({
      updated: 1,
      unchanged: 0,
    });
    expect(await domains()).toEqual(['b.example', 'c.example']);
    expect((await updatedAt()).getTime()).toBeGreaterThan(before.getTime());
    const after = await versions();
    expect(after.programs).toBeGreaterThan(version.programs!);
    expect(after.program_domains).toBe(after.programs);
  });

  test.each<[string, unknown]>([
    ['the same domains in another order', ['b.example', 'a.example', 'A.example']],
    ['no field domains', undefined],
  ])('with %s changes nothing', async (_, value) => {
    await importing.programs(one(['a.example', 'b.example']));
    const [before, version] = [await updatedAt(), await versions()];
    expect(await importing.programs(one(value))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await domains()).toEqual(['a.example', 'b.example']);
    expect(await updatedAt()).toEqual(before);
    expect(await versions()).toEqual({ ...version, networks: expect.any(Number) });
  });

  test('that changes other fields leaves the domains and their version alone', async () => {
    await importing.programs(one(['a.example']));
    const version = await versions();
    expect(await importing.programs(one(['a.example'], { name: 'Renamed' }))).toMatchObject({ updated: 1 });
    expect(await importing.programs(one(undefined, { name: 'Again' }))).toMatchObject({ updated: 1 });
    expect(await domains()).toEqual(['a.example']);
    expect((await versions()).program_domains).toBe(version.program_domains);
  });

  test('compares with what SQL has changed', async () => {
    await importing.programs(one(['a.example']));
    await importing.database.sql(`INSERT INTO program_domains VALUES (1, 'z.example')`);
    expect(await importing.programs(one(['a.example']))).toMatchObject({ updated: 1 });
    expect(await domains()).toEqual(['a.example']);
  });

  test('keeps the domains of a program that it closes, and of one that comes back', async () => {
    await importing.programs([...one(['a.example']), row('2')]);
    await importing.programs([row('2')]);
    expect(await domains()).toEqual(['a.example']);
    expect(await importing.programs([...one(), row('2')])).toMatchObject({ reopened: 1 });
    expect(await domains()).toEqual(['a.example']);
  });

  test('stores those of new programs with and without an id, and of changed ones, together', async () => {
    await importing.programs(one(['old.example']));
    await importing.programs([
      ...one(['new.example']),
      row('2', { id: 70, domains: ['two.example'] }),
      row('3', { domains: ['three.example', '*.three.example'] }),
      row('4'),
    ]);
    expect(
      await importing.stored(
        'network_program_id AS key, ARRAY(SELECT domain FROM program_domains WHERE program_id = id) AS domains',
      ),
    ).toEqual([
      { key: '1', domains: ['new.example'] },
      { key: '2', domains: ['two.example'] },
      { key: '3', domains: ['*.three.example', 'three.example'] },
      { key: '4', domains: [] },
    ]);
  });

  test('rejects the second of two rows that differ in domains only, and accepts a repetition', async () => {
    const twice = await importing.programs([
      ...one(['a.example', 'b.example']),
      ...one(['b.example', 'a.example']),
    ]);
    expect(twice).toMatchObject({ created: 1, rejected: 0 });
    const different = await importing.programs([...one(['a.example']), ...one(['b.example'])]);
    expect(different.rejects).toEqual(['feed:2: networkProgramId: duplicates feed:1 with different values']);
    expect(await domains()).toEqual(['a.example']);
  });

  test('leaves the domains of a rejected row alone', async () => {
    await importing.programs(one(['a.example']));
    const { rejected } = await importing.programs([...one(['b.example'], { status: 'perhaps' }), row('2')]);
    expect([rejected, await domains()]).toEqual([1, ['a.example']]);
  });

  test('with dryRun reports the change and stores nothing', async () => {
    await importing.programs(one(['a.example']));
    expect(await importing.programs(one(['b.example']), { dryRun: true })).toMatchObject({ updated: 1 });
    expect(await domains()).toEqual(['a.example']);
  });
});
