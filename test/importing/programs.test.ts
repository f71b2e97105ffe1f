import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { noCounts } from '../../src/importing/import-options.js';
import { Importing, row } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const COLUMNS = `id, name, network_id, network_name, network_program_id, primary_url, register_url, status,
  date_started::text, date_closed::text, countries`;

const full = {
  networkProgramId: 'p1',
  name: ' Some  Shop ',
  primaryUrl: 'https://WWW.Shop.example/x',
  registerUrl: 'https://shop.example/Join?x=\\',
  status: true,
  dateStarted: '2018-06-25T23:59:59-08:00',
  dateClosed: '2030-01-01',
  countries: ['de', 'UK'],
};

const stored = {
  id: 1,
  name: 'Some Shop',
  network_id: 1,
  network_name: 'Alpha',
  network_program_id: 'p1',
  primary_url: 'www.shop.example',
  register_url: 'https://shop.example/Join?x=\\',
  status: true,
  date_started: '2018-06-25',
  date_closed: '2030-01-01',
  countries: ['DE', 'GB'],
};

const tally = { ...noCounts(), network: 'Alpha', read: 1 };
const quiet = { rejects: [], warnings: [] };

describe('a new program', () => {
  test('is created with all that its row says', async () => {
    expect(await importing.programs([full])).toEqual({ ...tally, ...quiet, created: 1 });
    expect(await importing.stored(COLUMNS)).toEqual([stored]);
  });

  test('needs no more than key, name and host', async () => {
    await importing.programs([row('p1')]);
    expect(await importing.stored(COLUMNS)).toMatchObject([
      { register_url: null, status: true, date_started: null, date_closed: null, countries: [] },
    ]);
  });

  test('gets the time of the import, in milliseconds', async () => {
    const before = Date.now();
    await importing.programs([row('p1')]);
    const [times] = await importing.stored<{ created_at: Date; updated_at: Date }>('created_at, updated_at');
    expect(times!.created_at).toEqual(times!.updated_at);
    expect(times!.created_at.getTime()).toBeGreaterThanOrEqual(before);
    const [network] = await importing.database.sql('SELECT last_sync FROM networks');
    expect(network).toEqual({ last_sync: times!.created_at });
  });

  test('that is closed already keeps an unknown date', async () => {
    await importing.programs([row('p1', { status: false })]);
    expect(await importing.stored('status, date_closed')).toEqual([{ status: false, date_closed: null }]);
  });

  test('gets its id in the order of the keys', async () => {
    await importing.programs([row('b'), row('c'), row('a')]);
    expect(await importing.stored('network_program_id AS key')).toEqual([
      { key: 'a' },
      { key: 'b' },
      { key: 'c' },
    ]);
  });
});

describe('a stored program', () => {
  beforeEach(() => importing.programs([full]));

  test('keeps what the row does not speak of', async () => {
    expect(
      await importing.programs([{ networkProgramId: 'p1', name: 'New', primaryUrl: 'new.example' }]),
    ).toEqual({
      ...tally,
      ...quiet,
      updated: 1,
    });
    expect(await importing.stored(COLUMNS)).toEqual([{ ...stored, name: 'New', primary_url: 'new.example' }]);
  });

  test('loses what the row says is null', async () => {
    await importing.programs([
      { ...full, registerUrl: null, dateStarted: null, dateClosed: null, countries: null },
    ]);
    expect(await importing.stored(COLUMNS)).toEqual([
      { ...stored, register_url: null, date_started: null, date_closed: null, countries: [] },
    ]);
  });

  test('keeps its countries where none of those given is known, since nothing that is understood says otherwise', async () => {
    for (const countries of [['XX'], 'Germany']) {
      expect(await importing.programs([{ ...full, countries }])).toMatchObject({ unchanged: 1 });
    }
    expect(await importing.programs([{ ...full, countries: 'AT,CH' }])).toMatchObject({ updated: 1 });
    expect(await importing.stored('countries')).toEqual([{ countries: ['AT', 'CH'] }]);
  });

  test('loses what is an empty cell of CSV, and keeps what has no column', async () => {
    const csv = 'networkProgramId,name,primaryUrl,dateStarted,countries\np1,Some Shop,www.shop.example,,\n';
    expect(await importing.programs(csv, {}, 'csv')).toMatchObject({ updated: 1 });
    expect(await importing.stored(COLUMNS)).toEqual([{ ...stored, date_started: null, countries: [] }]);
  });

  test.each(['networkProgramId', 'name', 'primaryUrl', 'status'])(
    'is left alone by a row whose %s is null',
    async (field) => {
      const before = await importing.state();
      const outcome = await importing.programs([{ ...full, [field]: null }], { mode: 'partial' });
      expect(outcome).toEqual({
        ...tally,
        ...quiet,
        rejected: 1,
        rejects: [`feed:1: ${field}: must not be empty`],
      });
      expect(withoutSync(await importing.state())).toEqual(withoutSync(before));
    },
  );

  test.each([
    ['status', 'active', 'is neither true, false, 1 nor 0: "active"'],
    ['dateStarted', '2018-02-30', 'is not a date: "2018-02-30"'],
    ['dateClosed', 'never', 'is not a date: "never"'],
    ['createdAt', 'yesterday', 'is not a timestamp: "yesterday"'],
    ['registerUrl', 'mailto:a@shop.example', 'is not an http or https URL: "mailto:a@shop.example"'],
    ['primaryUrl', 'no host', 'is not a host name or URL: "no host"'],
    ['countries', 7, 'is not a list of country codes: 7'],
    ['id', 0, 'is not a whole number from 1 to 2147483647: 0'],
    ['name', undefined, 'is missing'],
  ])('is left alone by a row whose %s is %j', async (field, value, reason) => {
    const outcome = await importing.programs([{ ...full, name: 'Other', [field]: value }], {
      mode: 'partial',
    });
    expect(outcome).toEqual({ ...tally, ...quiet, rejected: 1, rejects: [`feed:1: ${field}: ${reason}`] });
    expect(await importing.stored(COLUMNS)).toEqual([stored]);
  });

  test('keeps its time when nothing changes, and is not even written', async () => {
    const written = () => importing.stored('xmin::text, updated_at');
    const before = await written();
    expect(await importing.programs([full])).toEqual({ ...tally, ...quiet, unchanged: 1 });
    expect(await importing.programs([{ ...full, name: 'Some Shop', countries: ['DE', 'GB'] }])).toMatchObject(
      {
        unchanged: 1,
      },
    );
    expect(await written()).toEqual(before);
  });

  test('moves its time, and not that of its creation, when something changes', async () => {
    const [before] = await importing.stored<{ created_at: Date; updated_at: Date }>('created_at, updated_at');
    await importing.programs([{ ...full, name: 'Other' }]);
    const [after] = await importing.stored<{ created_at: Date; updated_at: Date }>('created_at, updated_at');
    expect(after!.created_at).toEqual(before!.created_at);
    expect(after!.updated_at.getTime()).toBeGreaterThan(before!.updated_at.getTime());
  });
});

describe('times that are given', () => {
  const given = { createdAt: '2001-02-03T04:05:06.789Z', updatedAt: '2011-02-03T04:05:06+01:00' };
  const times = {
    created_at: new Date('2001-02-03T04:05:06.789Z'),
    updated_at: new Date('2011-02-03T03:05:06Z'),
  };

  test('are stored', async () => {
    await importing.programs([row('p1', given)]);
    expect(await importing.stored('created_at, updated_at')).toEqual([times]);
  });

  test('are a change where they differ from the stored, and none where they do not', async () => {
    await importing.programs([row('p1')]);
    expect(await importing.programs([row('p1', given)])).toMatchObject({ updated: 1 });
    expect(await importing.programs([row('p1', given)])).toMatchObject({ unchanged: 1 });
    expect(await importing.stored('created_at, updated_at')).toEqual([times]);
  });

  test('leave the time of the import to a row that gives only the creation', async () => {
    await importing.programs([row('p1', given)]);
    await importing.programs([row('p1', { createdAt: '2002-01-01' })]);
    const [after] = await importing.stored<{ updated_at: Date }>('updated_at');
    expect(Date.now() - after!.updated_at.getTime()).toBeLessThan(60_000);
  });

  test('that are empty count as not given', async () => {
    await importing.programs([row('p1', given)]);
    expect(await importing.programs([row('p1', { id: null, createdAt: null, updatedAt: '' })])).toMatchObject(
      {
        unchanged: 1,
      },
    );
  });
});

describe('what a row has too much', () => {
  test('is ignored with one warning for all unknown fields', async () => {
    const outcome = await importing.programs([row('p1', { networkId: 7, x: 1 }), row('p2', { x: 2 })]);
    expect(outcome).toMatchObject({
      created: 2,
      warnings: ['Unknown fields are ignored: "networkId", "x"'],
    });
  });

  test('is reported once for each unknown country', async () => {
    const outcome = await importing.programs([
      row('a'),
      row('b', { countries: ['EN', 'DE'] }),
      row('c', { countries: ['en'] }),
    ]);
    expect(outcome.warnings).toEqual([
      'countries: unknown code "EN" is ignored (1 row, first at feed:2)',
      'countries: unknown code "en" is ignored (1 row, first at feed:3)',
    ]);
  });
});

test('a key that is a number is the same key as its digits', async () => {
  await importing.programs([row(4239, { name: 'A' })]);
  expect(await importing.programs([row('4239', { name: 'A' })])).toMatchObject({ unchanged: 1 });
});

test('programs of a network that is not there fail', async () => {
  await expect(importing.programs([row('p1')], { network: 'Beta' })).rejects.toThrow(
    'There is no network named "Beta"',
  );
});

/** Without `lastSync`, and what moves with it: the version of the directory, its nonce, and the version of networks. */
const withoutSync = (state: unknown[]): unknown =>
  JSON.parse(
    JSON.stringify(state, (name, value: unknown) =>
      ['last_sync', 'number', 'nonce'].includes(name) || (name === 'networks' && typeof value === 'number')
        ? undefined
        : value,
    ),
  );
