import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Importing, row } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const names = () => importing.stored('network_program_id AS key, name');
const ids = () => importing.stored('id, network_program_id AS key');

describe('two rows with one key', () => {
  test('that are identical after cleaning count once', async () => {
    const outcome = await importing.programs([
      row('a', { name: 'A' }),
      row(' a ', { name: ' A ' }),
      row('b'),
    ]);
    expect(outcome).toMatchObject({ read: 3, created: 2, rejected: 0 });
    expect(
      await importing.programs([row('a', { name: 'A' }), row('a', { name: 'A' })], { mode: 'partial' }),
    ).toMatchObject({
      unchanged: 1,
    });
  });

  test('that differ leave the first, and the second is rejected, at every run', async () => {
    const feed = [
      row('a', { name: 'First' }),
      row('b'),
      row('a', { name: 'Second' }),
      row('a', { name: 'Second' }),
    ];
    const rejects = [3, 4].map(
      (line) => `feed:${line}: networkProgramId: duplicates feed:1 with different values`,
    );
    expect(await importing.programs(feed)).toMatchObject({ read: 4, created: 2, rejected: 2, rejects });
    expect(await importing.programs(feed)).toMatchObject({ unchanged: 2, rejected: 2, rejects });
    expect(await names()).toMatchObject([{ key: 'a', name: 'First' }, { key: 'b' }]);
  });

  test('of which the first is rejected leave the second', async () => {
    const outcome = await importing.programs([row('a', { status: '?' }), row('a', { name: 'Second' })]);
    expect(outcome).toMatchObject({ created: 1, rejected: 1 });
    expect(await names()).toEqual([{ key: 'a', name: 'Second' }]);
  });

  test('differ by what they do not speak of', async () => {
    const outcome = await importing.programs([row('a'), row('a', { dateStarted: null })]);
    expect(outcome).toMatchObject({ created: 1, rejected: 1 });
  });
});

test('rows that share their ids and keys in a cycle are accepted in the order of the file', async () => {
  const outcome = await importing.programs([
    row('a', { id: 1 }),
    row('b', { id: 1 }),
    row('b', { id: 2 }),
    row('a', { id: 2 }),
    row('c'),
  ]);
  expect(outcome).toMatchObject({
    created: 3,
    rejects: [
      'feed:2: id: duplicates feed:1 with different values',
      'feed:4: networkProgramId: duplicates feed:1 with different values',
    ],
  });
});

describe('ids that are given', () => {
  test('are kept, and later ones go on above the highest', async () => {
    await importing.programs([row('a', { id: 70 }), row('b', { id: 5 }), row('c')]);
    await importing.programs([row('d')], { mode: 'partial' });
    expect(await ids()).toEqual([
      { id: 5, key: 'b' },
      { id: 70, key: 'a' },
      { id: 71, key: 'c' },
      { id: 72, key: 'd' },
    ]);
  });

  test('may be as large as they get, and then none is left', async () => {
    await importing.programs([row('a', { id: 2147483647 })]);
    const before = await importing.state();
    for (const dryRun of [true, false]) {
      await expect(importing.programs([row('b')], { mode: 'partial', dryRun })).rejects.toThrow(
        '1 new programs need an id, but only 0 are left',
      );
    }
    expect(await importing.state()).toEqual(before);
    expect(await importing.programs([row('c', { id: 7 })], { mode: 'partial' })).toMatchObject({
      created: 1,
    });
  });

  test('in a CSV file may be empty in some rows', async () => {
    const csv = 'id,networkProgramId,name,primaryUrl\n9,a,A,a.example\n,b,B,b.example\n';
    expect(await importing.programs(csv, {}, 'csv')).toMatchObject({ created: 2 });
    expect(await ids()).toEqual([
      { id: 9, key: 'a' },
      { id: 10, key: 'b' },
    ]);
  });

  test('that are the stored ones change nothing', async () => {
    await importing.programs([row('a', { id: 9 })]);
    expect(await importing.programs([row('a', { id: 9 })])).toMatchObject({ unchanged: 1 });
    expect(await importing.programs([row('a')])).toMatchObject({ unchanged: 1 });
  });

  test('that differ from the stored one reject the row', async () => {
    await importing.programs([row('a', { id: 9 })]);
    const outcome = await importing.programs([row('a', { id: 8, name: 'New' })], { mode: 'partial' });
    expect(outcome).toMatchObject({
      rejected: 1,
      rejects: ['feed:1: id: is not the 9 that the program has'],
    });
    expect(await names()).toEqual([{ key: 'a', name: 'Program a' }]);
  });

  test('that belong to another program reject the row, also where that is one of another network', async () => {
    await importing.database.sql(`
      INSERT INTO networks (name, url) VALUES ('Beta', 'beta.example');
      INSERT INTO programs (id, network_id, network_program_id, name, primary_url)
        VALUES (4, 2, 'a', 'A', 'a.example'), (5, 1, 'x', 'X', 'x.example')
    `);
    const outcome = await importing.programs([row('a', { id: 4 }), row('b', { id: 5 })], { mode: 'partial' });
    expect(outcome).toMatchObject({
      created: 0,
      rejects: ['feed:1: id: belongs to another program', 'feed:2: id: belongs to another program'],
    });
  });

  test('that are given twice are those of the first', async () => {
    const outcome = await importing.programs([row('a', { id: 4 }), row('b', { id: 4 }), row('b', { id: 6 })]);
    expect(outcome).toMatchObject({
      created: 2,
      rejects: ['feed:2: id: duplicates feed:1 with different values'],
    });
    expect(await ids()).toEqual([
      { id: 4, key: 'a' },
      { id: 6, key: 'b' },
    ]);
  });

  test('do not collide with ids that SQL has put in above the sequence', async () => {
    await importing.database.sql(`
      INSERT INTO programs (id, network_id, network_program_id, name, primary_url) VALUES (1, 1, 'x', 'X', 'x.example')
    `);
    expect(await importing.programs([row('a')], { mode: 'partial' })).toMatchObject({ created: 1 });
  });

  test('far above the sequence move it in one step', async () => {
    await importing.programs([row('a', { id: 2_000_000_000 })]);
    await importing.programs([row('b')], { mode: 'partial' });
    expect(await ids()).toContainEqual({ id: 2_000_000_001, key: 'b' });
  });
});

test('a program never moves to another network', async () => {
  await importing.database.sql(`INSERT INTO networks (name, url) VALUES ('Beta', 'beta.example')`);
  await importing.programs([row('a')]);
  expect(await importing.programs([row('a')], { network: 'Beta' })).toMatchObject({
    network: 'Beta',
    created: 1,
  });
  expect(await importing.stored('network_id, network_name, status')).toEqual([
    { network_id: 1, network_name: 'Alpha', status: true },
    { network_id: 2, network_name: 'Beta', status: true },
  ]);
});
