import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { importPrograms } from '../../src/importing/import-programs.js';
import { type RecordBatch } from '../../src/importing/record-source.js';
import { Importing, row, rows } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
beforeEach(async () => {
  await importing.empty();
  await importing.programs(rows(3));
});
afterAll(() => importing.close());

const outcomes = () => importing.database.sql('SELECT outcome, reason FROM imports ORDER BY id OFFSET 1');

/** An import of these batches that is interrupted as soon as it reaches a phase. */
async function interruptedAt(phase: string, batches: () => AsyncIterable<RecordBatch>): Promise<unknown> {
  const controller = new AbortController();
  return importPrograms({
    ...{ database: importing.database.url, file: 'feed', network: 'Alpha', mode: 'full' },
    source: { batches },
    signal: controller.signal,
    report: {
      reject: () => {},
      warn: () => {},
      progress: (progress) => {
        if (progress.phase === phase) setImmediate(() => controller.abort());
      },
    },
  }).catch((error: unknown) => error);
}

// eslint-disable-next-line @typescript-eslint/require-await -- a source of records is asynchronous
async function* many(): AsyncGenerator<RecordBatch> {
  for (let line = 1; line <= 20_000; line++)
    yield [{ file: 'feed', line, values: row(`p${line}`, { name: 'New' }) }];
}

describe('an import that is interrupted', () => {
  test.each(['waiting', 'reading', 'comparing', 'writing'])(
    'while %s fails and changes nothing',
    async (phase) => {
      const before = await importing.state();
      expect(await interruptedAt(phase, many)).toMatchObject({
        name: 'ImportFailed',
        message: 'The import was interrupted',
      });
      expect(await importing.state()).toEqual(before);
      expect(await outcomes()).toEqual([{ outcome: 'failed', reason: 'The import was interrupted' }]);
    },
  );

  test('while its source gives nothing ends all the same', async () => {
    async function* silent(): AsyncGenerator<RecordBatch> {
      yield [{ file: 'feed', line: 1, values: row('p1') }];
      await new Promise(() => {});
    }
    expect(await interruptedAt('reading', silent)).toMatchObject({ message: 'The import was interrupted' });
  });

  test('before it begins changes nothing', async () => {
    const before = await importing.state();
    await expect(importing.programs(rows(1), { signal: AbortSignal.abort() })).rejects.toThrow(
      'The import was interrupted',
    );
    expect(await importing.state()).toEqual(before);
  });
});
