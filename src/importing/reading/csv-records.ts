import { ImportFailed } from '../import-errors.js';
import { type SourceRecord } from '../record-source.js';
import { recordOf } from './broken-text.js';
import { csvDelimiter } from './csv-delimiter.js';
import { type CsvRow, CsvRows } from './csv-rows.js';
import { type Line } from './lines.js';

/**
 * The records of a CSV file, named by its header; an empty cell is null.
 * @param required columns without which the file fails
 * @param delimiter found in the header unless given
 */
export async function* csvRecords(
  batches: AsyncIterable<Line[]>,
  file: string,
  required: readonly string[],
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
      const between = delimiter ?? csvDelimiter(first.text);
      header = columnsOf(first, between, file, required);
      rows = new CsvRows(between, header.length);
      rest = lines.slice(at + 1);
    }
    for (const row of rows.push(rest)) yield csvRecord(row, header, file);
  }
  if (!header || !rows) throw new ImportFailed(`${file} is empty`);
  for (const row of rows.end()) yield csvRecord(row, header, file);
}

function columnsOf(line: Line, delimiter: string, file: string, required: readonly string[]): string[] {
  const [row] = new CsvRows(delimiter, 0).push([line]);
  const columns = row && 'cells' in row ? row.cells.map((name) => name.trim()) : [];
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    const plural = missing.length > 1 ? 's' : '';
    throw new ImportFailed(`${file} lacks the required column${plural} ${missing.join(', ')}`);
  }
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) < index);
  if (twice !== undefined) throw new ImportFailed(`${file} has the column ${twice} twice`);
  return columns;
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
