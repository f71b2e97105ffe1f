import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { ImportFailed } from '../../src/importing/import-errors.js';
import { recordKilledImports, recordStart } from '../../src/importing/import-history.js';
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
      records(): never {
        throw new ImportFailed(message);
      },
    };
    const failing = importing.import(source);
    await expect(failing).rejects.toThrow('The column "a b [31m " is missing');
    const [failed] = await history('outcome, left(reason, 30) AS reason, length(reason) AS length');
    expect(failed).toEqual({ outcome: 'failed', reason: 'The column "a b [31m " is miss', length: 2000 });
  });

  test('tells an import that was killed from one that runs', async () => {
    const [killed, running, observer] = await Promise.all([connect(), connect(), connect()]);
    const start = { subject: 'programs', network: 'Alpha', file: 'feed', mode: 'full' } as const;
    await recordStart(killed, killed, start);
    await recordStart(running, running, start);
    await recordKilledImports(observer);
    expect(await history('outcome')).toEqual([{ outcome: 'running' }, { outcome: 'running' }]);

    await killed.end();
    await recordKilledImports(observer);
    expect(await history('outcome, reason, finished_at IS NOT NULL AS finished')).toEqual([
      { outcome: 'failed', reason: 'The process was killed', finished: true },
      { outcome: 'running', reason: null, finished: false },
    ]);
    await running.end();
    await observer.end();
    await importing.programs([row('a')]);
    expect(await history('outcome')).toEqual([
      { outcome: 'failed' },
      { outcome: 'failed' },
      { outcome: 'done' },
    ]);
  });
});

test('an import of an unreachable database fails with the cause', async () => {
  const { importNetworks } = await import('../../src/importing/import-networks.js');
  const report = { reject: () => {}, warn: () => {} };

  const source = { async *records() {} };
  await expect(
    importNetworks({ database: 'postgres://nobody@127.0.0.1:1/x', source, file: 'feed', report }),
  ).rejects.toThrow(/^The database is unreachable: /);
});

async function connect(): Promise<Client> {
  const client = new Client(importing.database.url);
  await client.connect();
  return client;
}
