import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ImportFailed } from '../../src/importing/import-errors.js';
import { recordKilledImports } from '../../src/importing/import-history.js';
import { type SourceRecord } from '../../src/importing/record-source.js';
import { CuttingProxy } from './cutting-proxy.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const history = () => importing.database.sql('SELECT outcome, reason, created FROM imports');

/** Ends the sessions of the import that do something, or those that wait: of the two, that is the history's. */
const cut = (state: "= 'idle'" | "<> 'idle'") =>
  importing.database.sql(`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'directory import' AND state ${state}
  `);

/** Twenty thousand records, and then something happens. */
async function* recordsThen(happens: () => Promise<unknown>): AsyncGenerator<SourceRecord> {
  for (let line = 1; line <= 20_000; line++) yield { file: 'feed', line, values: row(`p${line}`) };
  await happens();
}

describe('an import that loses the connection of its work', () => {
  test('fails and changes nothing', async () => {
    const before = await importing.state();
    const records = () => recordsThen(() => cut("<> 'idle'"));
    const reason = /^The database did not take the import: /;
    await expect(importing.import({ records })).rejects.toThrow(reason);
    expect(await importing.state()).toEqual(before);
    expect(await history()).toEqual([
      { outcome: 'failed', reason: expect.stringMatching(reason), created: 0 },
    ]);
  });
});

describe('an import that loses the connection of its history', () => {
  const lost = async () => {
    await cut("= 'idle'");
    await recordKilledImports({ query: (text, values) => importing.database.sql(text, values) });
  };

  test('runs on, counts as running, and is done', async () => {
    const records = () =>
      recordsThen(async () => {
        await lost();
        expect(await history()).toEqual([{ outcome: 'running', reason: null, created: 0 }]);
      });
    expect(await importing.import({ records })).toMatchObject({ created: 20_000 });
    expect(await history()).toEqual([{ outcome: 'done', reason: null, created: 20_000 }]);
  });

  test('still says why it failed', async () => {
    const reason = 'The feed is cut';
    const records = () =>
      recordsThen(async () => {
        await lost();
        throw new ImportFailed(reason);
      });
    await expect(importing.import({ records })).rejects.toThrow(reason);
    expect(await history()).toEqual([{ outcome: 'failed', reason, created: 0 }]);
  });
});

describe('an import whose commit comes through, though its answer is lost', () => {
  let proxy: CuttingProxy;
  afterEach(() => proxy.close());

  // The first commit is that of the history.
  const cutAtCommit = async (cuts: 'one' | 'all') => {
    proxy = await CuttingProxy.before(importing.database.url, 2, cuts);
    return importing.programs(rows(3), { database: proxy.url });
  };

  test('is done', async () => {
    expect(await cutAtCommit('one')).toMatchObject({ created: 3 });
    expect(await history()).toEqual([{ outcome: 'done', reason: null, created: 3 }]);
  });

  test('says that it does not know, where the database is gone altogether', async () => {
    await expect(cutAtCommit('all')).rejects.toThrow(
      'The database was lost while it committed the import. `directory status` tells whether it is done',
    );
    expect(await history()).toEqual([{ outcome: 'done', reason: null, created: 3 }]);
  });
});
