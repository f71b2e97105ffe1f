import { tmpdir } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { canonicalPrograms } from '../../../src/importing/canonical-source.js';
import { WrongUsage } from '../../../src/importing/import-errors.js';
import { fileFormat } from '../../../src/importing/files/file-format.js';
import { itemsOf } from './collect.js';

describe('the format of a file', () => {
  test.each([
    ['programs.csv', 'csv'],
    ['/a.b/programs.JSON', 'json'],
    ['programs.2018.ndjson', 'ndjson'],
    ['programs.csv.gz', 'csv'],
    ['-', 'ndjson'],
  ])('of %s is %s', (path, format) => {
    expect(fileFormat(path)).toBe(format);
  });

  test.each(['programs', 'programs.txt', 'programs.gz', 'programs.xml', 'csv', '/a.csv/programs'])(
    'is not said by %s, which is wrong usage without --format',
    (path) => {
      expect(() => fileFormat(path)).toThrow(WrongUsage);
      expect(() => canonicalPrograms(path, { format: 'csv' })).not.toThrow();
    },
  );
});

async function read(path: string): Promise<void> {
  await itemsOf(canonicalPrograms(path, { format: 'csv' }).batches());
}

describe('a file that cannot be read', () => {
  test('is named with the reason', async () => {
    await expect(read('/no/such.csv')).rejects.toThrow('/no/such.csv cannot be read: there is no such file');
    await expect(read(tmpdir())).rejects.toThrow(`${tmpdir()} cannot be read: it is a directory`);
  });
});
