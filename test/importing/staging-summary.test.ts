import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StagingSummary } from '../../src/importing/merge/stage-records.js';
import { networkFields } from '../../src/importing/normalizing/network-fields.js';
import { validateRecord } from '../../src/importing/normalizing/normalize-row.js';
import { programFields } from '../../src/importing/normalizing/program-fields.js';
import { ImportWarnings } from '../../src/importing/report.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { row } from './importing.js';

function summaryOf(...rows: Record<string, unknown>[]): StagingSummary {
  const summary = new StagingSummary(programFields);
  for (const values of rows) {
    const record = { file: 'feed', line: 1, values };
    const normalized = validateRecord(record, programFields, new ImportWarnings(new Set()));
    if (!Array.isArray(normalized)) throw new Error(normalized.reason);
    summary.addAccepted(normalized);
  }
  return summary;
}

describe('The summary of staged rows', () => {
  test.each([
    ['no value', {}, false, false],
    ['null', { id: null, domains: null }, false, false],
    ['empty text', { id: '', domains: '' }, false, false],
    ['an empty list of domains', { domains: [] }, false, false],
    ['an id', { id: 1 }, true, false],
    ['a domain', { domains: ['further.example'] }, false, true],
  ])('says of rows with %s whether they have ids and domains', (_, values, hasIds, hasDomains) => {
    expect(summaryOf(row('p1', values))).toMatchObject({ hasIds, hasDomains });
    expect(summaryOf(row('p1'), row('p2', values), row('p3'))).toMatchObject({ hasIds, hasDomains });
  });

  test('is the same for networks, which have no domains', () => {
    const summary = new StagingSummary(networkFields);
    summary.addAccepted(networkFields.map(({ name }) => (name === 'id' ? '1' : 'text')));
    expect(summary).toMatchObject({ hasIds: true, hasDomains: false });
  });
});

describe('Text', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('below U+0300 is in normalization form C, and need not be checked', async () => {
    const rows = await database.sql(`
      SELECT bool_and(chr(n) IS NFC NORMALIZED) AS each, string_agg(chr(n), '') IS NFC NORMALIZED AS together
        FROM generate_series(1, 767) AS n
    `);
    expect(rows).toEqual([{ each: true, together: true }]);
    const summary = new StagingSummary(programFields);
    summary.addText('Ångström \u02ff');
    expect(summary.needsNfcCheck).toBe(false);
  });

  test.each(['A\u0300', '\u1100\u1161', '\u{1d15e}'])(
    'with other characters, such as %j, is checked',
    (text) => {
      const summary = new StagingSummary(programFields);
      summary.addText(text);
      summary.addText('Beta');
      expect(summary.needsNfcCheck).toBe(true);
    },
  );
});
