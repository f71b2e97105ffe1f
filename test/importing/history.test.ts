import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { begin, connect, inTransaction, withConnection } from '../../src/importing/import-connection.js';
import { ImportFailed } from '../../src/importing/import-errors.js';
import { KEPT_IMPORTS, lastImports, recordStart } from '../../src/importing/import-history.js';
import { type ImportProgress, noCounts } from '../../src/importing/import-options.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const COLUMNS = `subject, network, file, mode, outcome, reason,
  read, created, updated, unchanged, reopened, closed, rejected`;
const history = (columns = COLUMNS) => importing.database.sql(`SELECT ${columns} FROM imports ORDER BY id`);

const programs = {
  ...noCounts(),
  subject: 'programs',
  network: 'Alpha',
  file: 'feed',
  mode: 'full',
  outcome: 'done',
  reason: null,
};

describe('the history of imports', () => {
  test('has one row for each, with its counts', async () => {
    await importing.networks([{ name: 'Beta', url: 'beta.example' }]);
    await importing.programs([row('a'), row('b'), row('c', { status: '?' })]);
    await importing.programs([row('a', { name: 'New' })], { mode: 'partial', file: '/feeds/other.csv' });
    expect(await history()).toEqual([
      { ...programs, subject: 'networks', network: null, mode: null, read: 1, created: 1 },
      { ...programs, read: 3, created: 2, rejected: 1 },
      { ...programs, file: '/feeds/other.csv', mode: 'partial', read: 1, updated: 1 },
    ]);
    const [times] = await history('finished_at >= started_at AS "inOrder"');
    expect(times).toEqual({ inOrder: true });
  });

  test('keeps an import that failed, with the reason', async () => {
    await importing.programs(rows(20));
    await expect(importing.programs(rows(1))).rejects.toThrow();
    await expect(importing.programs('[{', {}, 'json')).rejects.toThrow();
    await expect(importing.programs([], { network: 'Nobody' })).rejects.toThrow();
    expect((await history()).slice(1)).toEqual([
      {
        ...programs,
        outcome: 'failed',
        reason: '19 of 20 active programs would be closed, more than the 10 that --max-closed allows',
        read: 1,
      },
      {
        ...programs,
        outcome: 'failed',
        reason: 'feed is cut at line 1, column 3, in element 1: its JSON array does not end; fetch it again',
      },
      { ...programs, network: 'Nobody', outcome: 'failed', reason: 'There is no network named "Nobody"' },
    ]);
  });

  test('has nothing done in an import that failed while it wrote', async () => {
    await importing.programs(rows(3));
    const stop = new AbortController();
    const report = {
      progress: ({ phase }: ImportProgress) => void (phase === 'writing' && stop.abort()),
    };
    const feed = [row('p1', { name: 'New' }), row('p2'), row('new'), row('bad', { status: '?' })];
    await expect(importing.programs(feed, { signal: stop.signal, report })).rejects.toThrow('interrupted');
    expect((await history()).slice(1)).toEqual([
      { ...programs, outcome: 'failed', reason: 'The import was interrupted', read: 4, rejected: 1 },
    ]);
  });

  test('keeps a reason that quotes control characters, without them', async () => {
    const message = `The column "a\0b\x1b[31m\n" ${'is missing '.repeat(1000)}`;
    const source = {
      batches(): never {
        throw new ImportFailed(message);
      },
    };
    const failing = importing.import(source);
    await expect(failing).rejects.toThrow('The column "a b [31m " is missing');
    const [failed] = await history('outcome, left(reason, 30) AS reason, length(reason) AS length');
    expect(failed).toEqual({ outcome: 'failed', reason: 'The column "a b [31m " is miss', length: 2000 });
  });

  test('keeps the last imports of each network', async () => {
    await importing.database.sql(`
      INSERT INTO networks (name, url) VALUES ('Beta', 'beta.example');
      INSERT INTO imports (subject, network, file, outcome)
        SELECT subject, network, 'old', 'done'
          FROM (VALUES ('programs', 'Alpha'), ('programs', 'Beta'), ('networks', NULL)) AS of (subject, network)
            CROSS JOIN generate_series(1, ${KEPT_IMPORTS + 50});
      INSERT INTO imports (subject, network, file) VALUES ('programs', 'Alpha', 'lost')
    `);
    await importing.programs([row('a')]);
    await importing.networks([{ name: 'Beta' }]);
    const kept = await importing.database.sql(
      'SELECT subject, network, count(*)::integer FROM imports GROUP BY 1, 2 ORDER BY 1, 2',
    );
    expect(kept).toEqual([
      { subject: 'networks', network: null, count: KEPT_IMPORTS },
      { subject: 'programs', network: 'Alpha', count: KEPT_IMPORTS },
      { subject: 'programs', network: 'Beta', count: KEPT_IMPORTS + 50 },
    ]);
    const [last] = (await history('file, outcome')).slice(-3);
    expect(last).toEqual({ file: 'lost', outcome: 'failed' });
  });

  test('says to set the sequence of imports where that is behind', async () => {
    await importing.programs([row('a')]);
    await importing.database.sql(`SELECT setval(pg_get_serial_sequence('imports', 'id'), 1, false)`);
    await expect(importing.programs([row('a')])).rejects.toThrow(
      "Run: SELECT setval(pg_get_serial_sequence('imports', 'id'), (SELECT max(id) FROM imports))",
    );
    await importing.database.sql(
      `SELECT setval(pg_get_serial_sequence('imports', 'id'), (SELECT max(id) FROM imports))`,
    );
    expect(await importing.programs([row('a')])).toMatchObject({ unchanged: 1 });
  });
});

describe('an import that was killed', () => {
  const start = { subject: 'programs', network: 'Alpha', file: 'feed', mode: 'full' } as const;
  const outcomes = () => history('outcome, reason, finished_at IS NOT NULL AS finished');
  const shown = async () =>
    (await lastImports(dataSource, 10)).map(({ outcome, reason }) => ({ outcome, reason })).reverse();

  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await createDataSource({ url: importing.database.url }).initialize();
  });
  afterAll(() => dataSource.destroy());

  const begun = async () => {
    const worker = await connect(importing.database.url);
    await begin(worker);
    await withConnection(importing.database.url, (history) =>
      inTransaction(history, () => recordStart(history, worker, start)),
    );
    return worker;
  };

  test('is shown as failed, though nothing is written, until the next import records it', async () => {
    const [killed, running] = [await begun(), await begun()];
    expect(await shown()).toEqual([
      { outcome: 'running', reason: null },
      { outcome: 'running', reason: null },
    ]);

    await killed.end();
    const isKilled = { outcome: 'failed', reason: 'The process was killed' };
    await dataSource.query('SET default_transaction_read_only = on');
    expect(await shown()).toEqual([isKilled, { outcome: 'running', reason: null }]);
    const isRunning = { outcome: 'running', reason: null, finished: false };
    expect(await outcomes()).toEqual([isRunning, isRunning]);

    const next = await begun();
    expect(await outcomes()).toEqual([{ ...isKilled, finished: true }, isRunning, isRunning]);
    await running.end();
    await next.end();
    await importing.programs([row('a')]);
    expect(await history('outcome')).toEqual([
      { outcome: 'failed' },
      { outcome: 'failed' },
      { outcome: 'failed' },
      { outcome: 'done' },
    ]);
  });
});

test('an import of an unreachable database fails with the cause', async () => {
  const { importNetworks } = await import('../../src/importing/import-networks.js');
  const report = { reject: () => {}, warn: () => {} };

  const source = { async *batches() {} };
  await expect(
    importNetworks({ database: 'postgres://nobody@127.0.0.1:1/x', source, file: 'feed', report }),
  ).rejects.toThrow(/^The database is unreachable: /);
});
