import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { rejectedThreshold } from '../../src/importing/merge/thresholds.js';
import { ImportFailed, WrongUsage } from '../../src/importing/import-errors.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

/** A number of rows, of which a number are invalid. */
const withBad = (count: number, bad: number) =>
  rows(count).map((each, index) => (index < bad ? { ...each, status: '?' } : each));

async function failsAndChangesNothing(run: () => Promise<unknown>, message: string): Promise<void> {
  const before = await importing.state();
  const failure = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportFailed);
  expect((failure as Error).message).toBe(message);
  expect(await importing.state()).toEqual(before);
}

describe('--max-rejected', () => {
  test('is 10 rows by default where one per cent is less', async () => {
    expect(await importing.programs(withBad(50, 10))).toMatchObject({ created: 40, rejected: 10 });
    await failsAndChangesNothing(
      () => importing.programs(withBad(50, 11)),
      '11 of 50 rows were rejected, more than the 10 that --max-rejected allows',
    );
  });

  test('is one per cent by default, rounded down', async () => {
    expect(await importing.programs(withBad(1299, 12), { mode: 'partial' })).toMatchObject({ rejected: 12 });
    await failsAndChangesNothing(
      () => importing.programs(withBad(1299, 13)),
      '13 of 1299 rows were rejected, more than the 12 that --max-rejected allows',
    );
  });

  test('may be a number or a percentage, without the ten of the default', async () => {
    expect(await importing.programs(withBad(20, 15), { maxRejected: '15' })).toMatchObject({ rejected: 15 });
    expect(await importing.programs(withBad(20, 15), { maxRejected: '75%' })).toMatchObject({ rejected: 15 });
    await failsAndChangesNothing(
      () => importing.programs(withBad(19, 2), { maxRejected: '10%' }),
      '2 of 19 rows were rejected, more than the 1 that --max-rejected allows',
    );
    await failsAndChangesNothing(
      () => importing.programs(withBad(20, 1), { maxRejected: '0' }),
      '1 of 20 rows were rejected, more than the 0 that --max-rejected allows',
    );
  });

  test('is exact where the percentage has no exact binary number', () => {
    expect(rejectedThreshold('0.57%')(100_000)).toBe(570);
    expect(rejectedThreshold('1.001%')(100_000)).toBe(1001);
    expect(rejectedThreshold('100%')(2_147_483_647)).toBe(2_147_483_647);
  });

  test('counts the rows that contradict each other as well', async () => {
    await failsAndChangesNothing(
      () => importing.programs([row('a'), row('a', { name: 'B' })], { maxRejected: '0' }),
      '1 of 2 rows were rejected, more than the 0 that --max-rejected allows',
    );
  });

  test.each(['', 'x', '-1', '1.5', '101%', '%', '1e3', ' 1'])('is not %j', async (maxRejected) => {
    await expect(importing.programs(rows(1), { maxRejected })).rejects.toThrow(WrongUsage);
  });
});

describe('--max-closed', () => {
  test('is 10 programs by default where 20 per cent are less', async () => {
    await importing.programs(rows(20));
    await failsAndChangesNothing(
      () => importing.programs(rows(9)),
      '11 of 20 active programs would be closed, more than the 10 that --max-closed allows',
    );
    expect(await importing.programs(rows(10))).toMatchObject({ closed: 10 });
  });

  test('is 20 per cent of the programs active before, rounded down', async () => {
    await importing.programs(rows(64));
    await failsAndChangesNothing(
      () => importing.programs(rows(51)),
      '13 of 64 active programs would be closed, more than the 12 that --max-closed allows',
    );
    expect(await importing.programs(rows(52))).toMatchObject({ closed: 12 });
  });

  test('may be a number or a percentage', async () => {
    await importing.programs(rows(20));
    await failsAndChangesNothing(
      () => importing.programs(rows(15), { maxClosed: '4' }),
      '5 of 20 active programs would be closed, more than the 4 that --max-closed allows',
    );
    expect(await importing.programs(rows(1), { maxClosed: '95%' })).toMatchObject({ closed: 19 });
  });
});

describe('a full feed without an accepted row', () => {
  test('fails', async () => {
    await importing.programs(rows(2));
    const message = 'The feed has no row that could be accepted';
    await failsAndChangesNothing(() => importing.programs([]), message);
    await failsAndChangesNothing(() => importing.programs('[]', {}, 'json'), message);
    await failsAndChangesNothing(
      () => importing.programs('networkProgramId,name,primaryUrl\n', {}, 'csv'),
      message,
    );
    await failsAndChangesNothing(() => importing.programs(withBad(3, 3)), message);
  });
});

describe('a file that is cut', () => {
  test('fails where it is JSON or gzip', async () => {
    await importing.programs(rows(2));
    const message =
      'feed is cut at line 1, column 92, in element 2: its JSON array does not end; fetch it again';
    await failsAndChangesNothing(
      () => importing.programs(`[${JSON.stringify(row('p1'))},{"networkProg`, {}, 'json'),
      message,
    );
  });
});

describe('--dry-run', () => {
  test('reports what a real run would do, and changes nothing', async () => {
    await importing.programs([...rows(5), row('gone'), row('back')]);
    await importing.programs([...rows(5), row('gone')]);
    const feed = [
      ...rows(4),
      row('p5', { name: 'New' }),
      row('new'),
      row('back'),
      row('p1', { name: 'Other' }),
    ];
    const before = await importing.state();
    const history = await importing.database.sql('SELECT * FROM imports ORDER BY id');
    const dry = await importing.programs(feed, { dryRun: true });
    expect(await importing.state()).toEqual(before);
    expect(await importing.database.sql('SELECT * FROM imports ORDER BY id')).toEqual(history);
    expect(dry).toMatchObject({
      read: 8,
      created: 1,
      updated: 1,
      unchanged: 4,
      reopened: 1,
      closed: 1,
      rejected: 1,
    });
    expect(await importing.programs(feed)).toEqual(dry);
  });

  test('uses up no id', async () => {
    await importing.programs([row('a')], { dryRun: true });
    await importing.programs([row('b', { id: 50 })], { dryRun: true });
    await importing.programs([row('c')]);
    expect(await importing.stored('id')).toEqual([{ id: 1 }]);
  });

  test('fails where a real run would', async () => {
    await failsAndChangesNothing(
      () => importing.programs([], { dryRun: true }),
      'The feed has no row that could be accepted',
    );
  });
});

test('An import reports a rejected row when the report of the one before is fulfilled', async () => {
  let underWay = 0;
  let most = 0;
  const reject = async () => {
    most = Math.max(most, ++underWay);
    await pause(1);
    underWay--;
  };
  const feed = [
    row('a'),
    row('a', { name: 'Other' }),
    row('a', { name: 'Third' }),
    row('b', { status: '?' }),
    row(''),
  ];
  const report = { reject, warn: () => undefined };
  expect(await importing.programs(feed, { report })).toMatchObject({ created: 1, rejected: 4 });
  expect([most, underWay]).toEqual([1, 0]);
});
