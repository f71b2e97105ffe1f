import { ImportFailed } from '../import-errors.js';
import { type SourceRecord } from '../record-source.js';
import { recordOf } from './broken-text.js';
import { csvHeader, type ExpectedColumns } from './csv-header.js';
import { type CsvRow, CsvRows } from './csv-rows.js';
import { type Line } from './lines.js';

/**
 * The records of a CSV file, named by its header; an empty cell is null.
 * @param expected the required columns, and where others may stand twice, those that may not
 * @param delimiter found in the header unless given
 */
export async function* csvRecords(
  batches: AsyncIterable<Line[]>,
  file: string,
  expected: readonly string[] | ExpectedColumns,
  delimiter?: string,
): AsyncGenerator<SourceRecord> {
  let header: string[] | undefined;
  let rows: CsvRows | undefined;
  for await (const lines of batches) {
    let rest = lines;
    if (!header || !rows) {
      const at = lines.findIndex(({ text, tooLong }) => tooLong || text.trim() !== '');
      const first = lines[at];
      if (!first) continue;
      const found = csvHeader(
        first,
        file,
        'required' in expected ? expected : { required: expected },
        delimiter,
      );
      header = found.columns;
      rows = new CsvRows(found.delimiter, header.length);
      rest = lines.slice(at + 1);
    }
    for (const row of rows.push(rest)) yield csvRecord(row, header, file);
  }
  if (!header || !rows) throw new ImportFailed(`${file} is empty`);
  for (const row of rows.end()) yield csvRecord(row, header, file);
}

function csvRecord(row: CsvRow, columns: readonly string[], file: string): SourceRecord {
  const place = { file, line: row.line };
  if ('broken' in row) return { ...place, problem: { field: 'row', reason: row.broken } };
  const values = Object.fromEntries(columns.map((name, index) => [name, emptyIsNull(row.cells[index])]));
  if (row.cells.length === columns.length) return recordOf(place, values);
  const reason = `has ${row.cells.length} cells where the header has ${columns.length}`;
  return { ...place, problem: { field: 'row', reason }, values };
}

const emptyIsNull = (cell: string | undefined): string | null =>
  cell === undefined || cell === '' ? null : cell;
