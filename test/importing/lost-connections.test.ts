import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RecordBatch } from '../../src/importing/record-source.js';
import { CuttingProxy } from './cutting-proxy.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const history = () => importing.database.sql('SELECT outcome, reason, created FROM imports');

/** Ends the session of the import, and waits until it has ended. */
const cut = () =>
  importing.database.sql(`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'directory import'
  `);

/** Two thousand records, and then something happens. */
async function* recordsThen(happens: () => Promise<unknown>): AsyncGenerator<RecordBatch> {
  for (let line = 1; line <= 2000; line++) yield [{ file: 'feed', line, values: row(`p${line}`) }];
  await happens();
}

describe('an import that loses its connection', () => {
  test('fails, changes nothing, and records the reason on another connection', async () => {
    const before = await importing.state();
    const batches = () => recordsThen(cut);
    const reason = 'The import failed: terminating connection due to administrator command';
    await expect(importing.import({ batches })).rejects.toThrow(reason);
    expect(await importing.state()).toEqual(before);
    expect(await history()).toEqual([{ outcome: 'failed', reason, created: 0 }]);
  });

  test('fails with the reason while it sends rows', async () => {
    // eslint-disable-next-line @typescript-eslint/require-await -- a source of records is asynchronous
    async function* batches(): AsyncGenerator<RecordBatch> {
      for (let line = 1; line <= 200_000; line++) {
        yield [{ file: 'feed', line, values: row(`p${line}`, { name: 'x'.repeat(400) }) }];
        if (line === 2000) void cut();
      }
    }
    await expect(importing.import({ batches })).rejects.toThrow(
      // The second where the network reports the loss before PostgreSQL's message has arrived.
      /terminating connection due to administrator command|The connection to the database was lost/,
    );
  });
});

describe('an import that runs', () => {
  test('has one connection, and counts as running', async () => {
    const sessions = () =>
      importing.database.sql(`
        SELECT state FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'directory import'
      `);
    const batches = () =>
      recordsThen(async () => {
        expect(await sessions()).toEqual([{ state: 'active' }]);
        expect(await history()).toEqual([{ outcome: 'running', reason: null, created: 0 }]);
      });
    expect(await importing.import({ batches })).toMatchObject({ created: 2000 });
    expect(await history()).toEqual([{ outcome: 'done', reason: null, created: 2000 }]);
  });
});

describe('an import whose commit succeeds, though its response is lost', () => {
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

  test('fails with the advice to ask for the status where the database cannot be reached any more', async () => {
    await expect(cutAtCommit('all')).rejects.toThrow(
      'The connection was lost while the import was committed. `directory status` shows whether it is done',
    );
    expect(await history()).toEqual([{ outcome: 'done', reason: null, created: 3 }]);
  });
});
