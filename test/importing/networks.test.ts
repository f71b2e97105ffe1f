import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { noCounts } from '../../src/importing/import-options.js';
import { Importing, row } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const COLUMNS = 'id, name, url, live, sub_id_length, address, address_country, last_sync';
const stored = (columns = COLUMNS) => importing.database.sql(`SELECT ${columns} FROM networks ORDER BY id`);

const tally = { ...noCounts(), network: null, read: 1 };
const quiet = { rejects: [], warnings: [] };
const alpha = {
  id: 1,
  name: 'Alpha',
  url: 'alpha.example',
  live: true,
  sub_id_length: null,
  address: null,
  address_country: null,
  last_sync: null,
};

describe('a new network', () => {
  test('is created with all that its row says', async () => {
    const beta = {
      id: 7,
      name: ' Beta  Net ',
      url: 'https://WWW.Beta.example/x',
      live: false,
      subIdLength: 32,
      address: ' 1 Street\r\n Town ',
      addressCountry: 'uk',
      createdAt: '2001-01-01T00:00:00Z',
      updatedAt: '2002-01-01T00:00:00Z',
      lastSync: '2003-01-01T00:00:00Z',
    };
    expect(await importing.networks([beta])).toEqual({ ...tally, ...quiet, created: 1 });
    expect((await stored(`${COLUMNS}, created_at, updated_at`))[1]).toEqual({
      id: 7,
      name: 'Beta Net',
      url: 'www.beta.example',
      live: false,
      sub_id_length: 32,
      address: '1 Street\nTown',
      address_country: 'GB',
      created_at: new Date('2001-01-01T00:00:00Z'),
      updated_at: new Date('2002-01-01T00:00:00Z'),
      last_sync: new Date('2003-01-01T00:00:00Z'),
    });
  });

  test('needs no more than name and url, is live, and gets an id above the highest', async () => {
    await importing.networks([{ name: 'Beta', url: 'beta.example', id: 9 }]);
    await importing.networks([{ name: 'Gamma', url: 'gamma.example' }]);
    expect((await stored())[2]).toEqual({ ...alpha, id: 10, name: 'Gamma', url: 'gamma.example' });
  });

  test('needs a url', async () => {
    expect(await importing.networks([{ name: 'Beta' }])).toEqual({
      ...tally,
      ...quiet,
      rejected: 1,
      rejects: ['feed:1: url: is missing in a new network'],
    });
  });

  test('may come from CSV', async () => {
    const csv = 'name;url;address;unknown\nBeta;beta.example;"1 Street\nTown";x\n';
    expect(await importing.networks(csv, {}, 'csv')).toMatchObject({
      created: 1,
      warnings: ['Unknown fields are ignored: "unknown"'],
    });
    expect((await stored())[1]).toMatchObject({ address: '1 Street\nTown' });
  });
});

describe('a stored network', () => {
  test('is left alone where the file does not name it', async () => {
    const before = await stored('*');
    await importing.networks([{ name: 'Beta', url: 'beta.example' }]);
    expect((await stored('*'))[0]).toEqual(before[0]);
  });

  test('is known by its name, and keeps what the row does not speak of', async () => {
    await importing.networks([{ name: 'Alpha', address: 'A', subIdLength: 5, addressCountry: 'DE' }]);
    expect(await importing.networks([{ name: 'Alpha', live: 0 }])).toEqual({
      ...tally,
      ...quiet,
      updated: 1,
    });
    const after = { ...alpha, live: false, address: 'A', sub_id_length: 5, address_country: 'DE' };
    expect(await stored()).toEqual([after]);
    expect(await importing.networks([{ name: 'Alpha', live: false }])).toEqual({
      ...tally,
      ...quiet,
      unchanged: 1,
    });
  });

  test('loses what the row says is null', async () => {
    await importing.networks([{ name: 'Alpha', address: 'A', subIdLength: 5, addressCountry: 'DE' }]);
    await importing.networks([{ name: 'Alpha', address: null, subIdLength: null, addressCountry: null }]);
    expect(await stored()).toEqual([alpha]);
  });

  test('keeps its country where the code is unknown', async () => {
    await importing.networks([{ name: 'Alpha', addressCountry: 'DE' }]);
    const outcome = await importing.networks([{ name: 'Alpha', addressCountry: 'XX' }]);
    expect(outcome).toMatchObject({
      unchanged: 1,
      warnings: ['addressCountry: unknown code "XX" is ignored (1 row, first at feed:1)'],
    });
    expect(await stored()).toEqual([{ ...alpha, address_country: 'DE' }]);
  });

  test('known by its id gets another name, and so do its programs', async () => {
    await importing.programs([row('a')]);
    expect(await importing.networks([{ id: 1, name: 'Omega' }])).toMatchObject({ updated: 1 });
    expect(await importing.stored('network_name')).toEqual([{ network_name: 'Omega' }]);
  });

  test('that is no longer live keeps its programs', async () => {
    await importing.programs([row('a')]);
    await importing.networks([{ name: 'Alpha', live: false }]);
    expect(await importing.stored('status')).toEqual([{ status: true }]);
    expect(await stored('count_programs_active AS count')).toEqual([{ count: 1 }]);
  });

  test('never has its last sync moved back, and is not updated by one', async () => {
    const [before] = await stored('updated_at');
    const synced = (lastSync: string | null) => importing.networks([{ name: 'Alpha', lastSync }]);
    expect(await synced('2020-01-01T00:00:00Z')).toMatchObject({ updated: 1 });
    expect(await synced('2019-01-01T00:00:00Z')).toMatchObject({ unchanged: 1 });
    expect(await synced(null)).toMatchObject({ unchanged: 1 });
    expect(await stored('updated_at, last_sync')).toEqual([
      { ...before, last_sync: new Date('2020-01-01T00:00:00Z') },
    ]);
  });

  test('is not updated by an import of its programs either', async () => {
    const [before] = await stored('updated_at');
    await importing.programs([row('a')]);
    expect(await stored('updated_at')).toEqual([before]);
  });
});

describe('networks that contradict', () => {
  test('a stored one by its name are rejected', async () => {
    await importing.networks([{ name: 'Beta', url: 'beta.example' }]);
    const outcome = await importing.networks([
      { id: 2, name: 'Alpha', url: 'new.example' },
      { id: 30, name: 'Beta', url: 'new.example' },
    ]);
    expect(outcome).toMatchObject({
      rejects: [
        'feed:1: name: is that of the network with id 1',
        'feed:2: name: is that of the network with id 2',
      ],
    });
  });

  test('each other leave the first', async () => {
    const outcome = await importing.networks([
      { name: 'Beta', url: 'beta.example' },
      { name: 'Beta', url: 'other.example' },
      { id: 1, name: 'Omega' },
      { name: 'Alpha', url: 'other.example' },
      { name: ' Beta ', url: 'https://beta.example/' },
    ]);
    expect(outcome).toMatchObject({
      read: 5,
      created: 1,
      updated: 1,
      rejects: [
        'feed:2: name: duplicates feed:1 with different values',
        'feed:4: id: duplicates feed:3 with different values',
      ],
    });
    expect(await stored('name, url')).toEqual([
      { name: 'Omega', url: 'alpha.example' },
      { name: 'Beta', url: 'beta.example' },
    ]);
  });
});

test('--max-rejected holds for networks too', async () => {
  const before = await stored('*');
  await expect(
    importing.networks([{ name: 'Beta', url: 'beta.example' }, { name: '' }], { maxRejected: '0' }),
  ).rejects.toThrow('1 of 2 rows were rejected, more than the 0 that --max-rejected allows');
  expect(await stored('*')).toEqual(before);
});

test('a dry run of networks changes nothing', async () => {
  const before = await importing.state();
  const outcome = await importing.networks(
    [
      { name: 'Alpha', live: false },
      { name: 'B', url: 'b.example' },
    ],
    { dryRun: true },
  );
  expect(outcome).toMatchObject({ created: 1, updated: 1 });
  expect(await importing.state()).toEqual(before);
});
