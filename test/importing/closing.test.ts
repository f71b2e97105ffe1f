import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const today = () => new Date().toISOString().slice(0, 10);
const states = () => importing.stored('network_program_id AS key, status, date_closed::text AS closed');
const active = (key: string, closed: string | null = null) => ({ key, status: true, closed });
const closed = (key: string, closedOn: string | null = today()) => ({ key, status: false, closed: closedOn });

describe('a full feed', () => {
  test('closes the programs that it no longer has, today', async () => {
    await importing.programs([row('a'), row('b'), row('c', { dateClosed: '2040-01-01' })]);
    expect(await importing.programs([row('a')])).toMatchObject({ read: 1, unchanged: 1, closed: 2 });
    expect(await states()).toEqual([active('a'), closed('b'), closed('c')]);
  });

  test('leaves alone what is closed already', async () => {
    await importing.programs([row('a'), row('b', { status: false, dateClosed: '2001-01-01' })]);
    const before = await importing.stored('updated_at');
    expect(await importing.programs([row('a')])).toMatchObject({ unchanged: 1, closed: 0 });
    expect(await states()).toEqual([active('a'), closed('b', '2001-01-01')]);
    expect(await importing.stored('updated_at')).toEqual(before);
  });

  test('leaves other networks alone', async () => {
    await importing.database.sql(`
      INSERT INTO networks (name, url) VALUES ('Beta', 'beta.example');
      INSERT INTO programs (network_id, network_program_id, name, primary_url) VALUES (2, 'a', 'A', 'a.example')
    `);
    await importing.programs([row('b')]);
    expect(await states()).toEqual([active('a'), active('b')]);
  });

  test('closes no program and creates none for a stray quote at its networkProgramId', async () => {
    await importing.programs([row('a'), row('b'), row('c')]);
    expect(await importing.programs([row('a"'), row('"b'), row('c')])).toMatchObject({
      rejected: 2,
      unchanged: 1,
      created: 0,
      closed: 0,
    });
    expect(await states()).toEqual([active('a'), active('b'), active('c')]);
  });

  test('does not close a program whose row was rejected', async () => {
    await importing.programs([row('a'), row('b'), row('c')]);
    const outcome = await importing.programs([row('a'), row('b', { dateStarted: 'soon' })]);
    expect(outcome).toMatchObject({
      unchanged: 1,
      closed: 1,
      rejected: 1,
      rejects: ['feed:2: dateStarted: is not a date: "soon"'],
    });
    expect(await states()).toEqual([active('a'), active('b'), closed('c')]);
  });

  test('does not close a program whose row has too many cells or bytes that are no UTF-8', async () => {
    await importing.programs([row('a'), row('b'), row('c')]);
    const csv = Buffer.concat([
      Buffer.from('networkProgramId,name,primaryUrl\na,Program a,program.example\nb,Caf'),
      Buffer.from([0xe9]),
      Buffer.from(',program.example\nc,Program, c,program.example\n'),
    ]);
    expect(await importing.programs(csv, {}, 'csv')).toMatchObject({ unchanged: 1, closed: 0, rejected: 2 });
  });

  test('that is known not to be whole closes nothing', async () => {
    await importing.programs([row('a'), row('b')]);
    const { importPrograms } = await import('../../src/importing/import-programs.js');
    const warnings: string[] = [];
    const summary = await importPrograms({
      database: importing.database.url,
      file: 'pages',
      network: 'Alpha',
      mode: 'full',
      report: { reject: () => {}, warn: (message) => warnings.push(message) },
      source: {
        // eslint-disable-next-line @typescript-eslint/require-await -- a source of records is asynchronous
        async *batches() {
          yield [{ file: 'page 1', line: 1, values: row('a') }];
        },
        incomplete: () => '2 programs declared, 1 found',
      },
    });
    expect(summary).toMatchObject({ unchanged: 1, closed: 0 });
    expect(warnings).toEqual([
      'No program is closed, since the feed is not complete: 2 programs declared, 1 found',
    ]);
  });
});

describe('a partial feed', () => {
  test('closes none', async () => {
    await importing.programs(rows(3));
    expect(await importing.programs([row('p1')], { mode: 'partial' })).toMatchObject({
      unchanged: 1,
      closed: 0,
    });
    expect(await states()).toEqual([active('p1'), active('p2'), active('p3')]);
  });

  test('may be empty', async () => {
    expect(await importing.programs([], { mode: 'partial' })).toMatchObject({ read: 0, created: 0 });
  });
});

describe('a row with status false', () => {
  beforeEach(() => importing.programs([row('a', { dateStarted: '2001-01-01' })]));

  test('closes an active program today, and counts as an update', async () => {
    expect(await importing.programs([row('a', { status: false })])).toMatchObject({ updated: 1, closed: 0 });
    expect(await states()).toEqual([closed('a')]);
  });

  test('closes it at its own date', async () => {
    await importing.programs([row('a', { status: '0', dateClosed: '2015-05-05' })]);
    expect(await states()).toEqual([closed('a', '2015-05-05')]);
  });

  test('closes it today where its date is null', async () => {
    await importing.programs([row('a', { status: false, dateClosed: null })]);
    expect(await states()).toEqual([closed('a')]);
  });

  test('changes nothing when it comes again without a date', async () => {
    await importing.programs([row('a', { status: false, dateClosed: '2015-05-05' })]);
    for (const again of [row('a', { status: false }), row('a', { status: false, dateClosed: null })]) {
      expect(await importing.programs([again])).toMatchObject({ unchanged: 1 });
    }
    expect(await states()).toEqual([closed('a', '2015-05-05')]);
  });

  test('moves the date when it comes again with another', async () => {
    await importing.programs([row('a', { status: false })]);
    expect(await importing.programs([row('a', { status: false, dateClosed: '2015-05-05' })])).toMatchObject({
      updated: 1,
    });
    expect(await states()).toEqual([closed('a', '2015-05-05')]);
  });

  test('is not under --max-closed', async () => {
    await importing.programs(rows(30));
    const outcome = await importing.programs(rows(30, { status: false }), { maxClosed: '1' });
    expect(outcome).toMatchObject({ updated: 30, closed: 0 });
  });
});

describe('a program that comes back', () => {
  beforeEach(async () => {
    await importing.programs([row('a'), row('b')]);
    await importing.programs([row('b')]);
  });

  test.each([{}, { status: true }, { dateClosed: null }])(
    'with %j is reopened, and its date cleared',
    async (values) => {
      expect(await importing.programs([row('a', values), row('b')])).toMatchObject({
        reopened: 1,
        unchanged: 1,
        updated: 0,
      });
      expect(await states()).toEqual([active('a'), active('b')]);
    },
  );

  test('keeps a date that is given', async () => {
    await importing.programs([row('a', { dateClosed: '2040-01-01' })], { mode: 'partial' });
    expect(await states()).toEqual([active('a', '2040-01-01'), active('b')]);
  });

  test('counts as reopened alone, also with other changes', async () => {
    const outcome = await importing.programs([row('a', { name: 'New' })], { mode: 'partial' });
    expect(outcome).toMatchObject({ reopened: 1, updated: 0 });
  });
});

test('the count of active programs is exact after each import', async () => {
  const count = async () => {
    const [network] = await importing.database.sql<{ count: number }>(
      'SELECT count_programs_active AS count FROM networks',
    );
    return network!.count;
  };
  await importing.programs(rows(8));
  expect(await count()).toBe(8);
  await importing.programs([...rows(3), row('p4', { status: false })]);
  expect(await count()).toBe(3);
  await importing.programs(rows(5));
  expect(await count()).toBe(5);
});
