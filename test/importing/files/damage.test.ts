import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ImportFailed } from '../../../src/importing/import-errors.js';
import { csvRecords } from '../../../src/importing/files/csv-records.js';
import { linesOf } from '../../../src/importing/files/lines.js';
import { ndjsonRecords } from '../../../src/importing/files/ndjson-records.js';
import { utf8Text } from '../../../src/importing/files/utf8-text.js';
import {
  type NormalizedValue,
  readableValue,
  validateRecord,
} from '../../../src/importing/normalizing/normalize-row.js';
import { programFields, programKey } from '../../../src/importing/normalizing/program-fields.js';
import { type RecordBatch } from '../../../src/importing/record-source.js';
import { ImportWarnings } from '../../../src/importing/report.js';
import { damageRows, rowDamages, runs } from '../damage.js';
import { itemsOf } from './collect.js';

type Program = Record<string, unknown>;

/** Keys of which no small damage makes another. */
const keyOf = (index: number): string => String.fromCharCode(97 + index).repeat(8);

const word = fc.string({
  unit: fc.constantFrom('a', 'B', ' ', '"', ',', ';', '|', '\t', 'é', '.'),
  minLength: 1,
  maxLength: 8,
});
const name = fc.oneof(
  word.map((text) => `N${text}`),
  fc
    .tuple(word, word)
    .map(([first, second]) => `N${first.replaceAll(/[,;\t|]/g, '')}\n${second.replaceAll(/[,;\t|]/g, '')}`),
);
const program = fc.record({
  name,
  primaryUrl: fc.constantFrom('a.example', 'https://www.b.example/x?a=1,2', 'c.example'),
  dateStarted: fc.constantFrom(null, '2020-01-31'),
  countries: fc.constantFrom(null, 'DE', 'DE|AT'),
});
const programs: fc.Arbitrary<Program[]> = fc
  .array(program, { minLength: 1, maxLength: 8 })
  .map((rows) => rows.map((row, index) => ({ networkProgramId: keyOf(index), ...row })));

const COLUMNS = ['networkProgramId', 'name', 'primaryUrl', 'dateStarted', 'countries'];

function csvRow(values: readonly unknown[], delimiter: string, quoteAll: boolean): Buffer {
  const cells = values.map((value) => {
    const text = typeof value === 'string' ? value : '';
    const isQuoted = quoteAll || /["\n\r]/.test(text) || text.includes(delimiter);
    return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return Buffer.from(cells.join(delimiter));
}

interface Outcome {
  /** Normalized rows by their key; of several, the first. */
  accepted: Map<string, string>;
  /** All keys that were read, also those of rejected rows. */
  named: Set<string>;
}

/** What an import makes of the records in the batches. */
async function outcomeOf(batches: AsyncIterable<RecordBatch>): Promise<Outcome> {
  const accepted = new Map<string, string>();
  const named = new Set<string>();
  const warnings = new ImportWarnings(new Set());
  for (const record of await itemsOf(batches)) {
    const values = validateRecord(record, programFields, warnings);
    const key = readableValue(programKey, record.values);
    if (key !== undefined) named.add(key);
    if (Array.isArray(values) && key !== undefined && !accepted.has(key)) accepted.set(key, textOf(values));
  }
  return { accepted, named };
}

const textOf = (values: NormalizedValue[]): string =>
  JSON.stringify(values.map((value) => (value === undefined ? 'absent' : value)));

async function* inChunks(content: Buffer, size: number): AsyncGenerator<Buffer> {
  await Promise.resolve();
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof ImportFailed)) throw error;
}

const chunkSize = fc.integer({ min: 1, max: 64 });

describe('a CSV file with damaged rows', () => {
  const file = fc.record({
    programs,
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quoteAll: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    damages: rowDamages,
    size: chunkSize,
  });

  test('keeps every row that is not damaged, and names the program of a row on one line that still has its number of cells', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ programs: rows, delimiter, quoteAll, lineEnd, damages, size }) => {
        const read = (bodies: readonly Buffer[]) => {
          const lines = [Buffer.from(COLUMNS.join(delimiter)), ...bodies];
          const content = Buffer.concat(lines.flatMap((line) => [line, Buffer.from(lineEnd)]));
          return outcomeOf(csvRecords(linesOf(utf8Text(inChunks(content, size))), 'feed', COLUMNS));
        };
        const bodies = rows.map((row) =>
          csvRow(
            COLUMNS.map((column) => row[column]),
            delimiter,
            quoteAll,
          ),
        );
        const before = await read(bodies);
        expect(before.accepted.size).toBe(rows.length);
        const { rows: after, damaged } = damageRows(bodies, damages, keyLength(quoteAll));
        const outcome = await read(after);
        for (const [index, row] of rows.entries()) {
          const key = String(row['networkProgramId']);
          if (!damaged.has(index)) expect(outcome.accepted.get(key)).toBe(before.accepted.get(key));
          // Any other damaged row may look like a part of the row before it.
          const line = String(after[index]);
          const hasAllCells = !/[\r\n]/.test(line) && line.split(delimiter).length === COLUMNS.length;
          if (hasAllCells) expect(outcome.named).toContain(key);
        }
      }),
      runs(500),
    );
  });
});

/** The bytes of the key, its quotes, and the delimiter behind it. */
const keyLength = (quoteAll: boolean): number => keyOf(0).length + (quoteAll ? 3 : 1);

describe('an NDJSON file with damaged rows', () => {
  const lineOf = (row: Program): Buffer => Buffer.from(JSON.stringify(row));
  const outcome = (lines: readonly Buffer[], size: number) => {
    const content = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
    return outcomeOf(ndjsonRecords(linesOf(utf8Text(inChunks(content, size))), 'feed'));
  };

  test('keeps every row that is not damaged', async () => {
    await fc.assert(
      fc.asyncProperty(programs, rowDamages, chunkSize, async (rows, damages, size) => {
        const lines = rows.map(lineOf);
        const before = await outcome(lines, size);
        const { rows: after, damaged } = damageRows(lines, damages);
        // Its first line may look like an array now.
        const found = await outcome(after, size).catch(ignoreFailure);
        if (!found) return;
        for (const [index, row] of rows.entries()) {
          const key = String(row['networkProgramId']);
          if (!damaged.has(index)) expect(found.accepted.get(key)).toBe(before.accepted.get(key));
        }
      }),
      runs(500),
    );
  });

  test('rejects a row with an object or a list instead of a value, and names its program', async () => {
    const wrong = fc.constantFrom({}, { $date: '2020-01-01' }, { code: 'DE' }, [[]], [{ a: 1 }], true, 1.5);
    const fields = programFields.filter((field) => field !== programKey).map((field) => field.name);
    await fc.assert(
      fc.asyncProperty(
        programs,
        fc.nat(),
        fc.constantFrom(...fields),
        wrong,
        async (rows, at, field, value) => {
          fc.pre(!(field === 'status' && value === true));
          // Of this list, only the entries that are no hosts are ignored.
          fc.pre(!(field === 'domains' && Array.isArray(value)));
          const index = at % rows.length;
          const before = await outcome(rows.map(lineOf), 64);
          const damaged = rows.map((row, other) => (other === index ? { ...row, [field]: value } : row));
          const found = await outcome(damaged.map(lineOf), 64);
          before.accepted.delete(keyOf(index));
          expect(found).toEqual({ accepted: before.accepted, named: before.named });
        },
      ),
      runs(200),
    );
  });
});
