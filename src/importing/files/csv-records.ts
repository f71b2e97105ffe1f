import { type SourceRecord } from '../record-source.js';
import { type CsvHeader, csvHeader, type ExpectedColumns, HeaderLines } from './csv-header.js';
import { type CsvRow, CsvRows } from './csv-rows.js';
import { type Line } from './lines.js';
import { sourceRecord } from './utf8-text.js';

/**
 * The records of a CSV file, named by its header. A line without any content is none.
 * @param expected the required columns, and where others may stand twice, those that may not
 * @param delimiter found in the header unless given
 */
export async function* csvRecords(
  batches: AsyncIterable<Line[]>,
  file: string,
  expected: readonly string[] | ExpectedColumns,
  delimiter?: string,
): AsyncGenerator<SourceRecord> {
  const columns = 'required' in expected ? expected : { required: expected };
  const header = new HeaderLines();
  const begin = () => new CsvTable(csvHeader(header.take(), file, columns, delimiter), file);
  let table: CsvTable | undefined;
  for await (const lines of batches) {
    const rows = table ? lines : header.push(lines);
    if (!rows) continue;
    table ??= begin();
    yield* table.push(rows);
  }
  table ??= begin();
  yield* table.end();
}

/** Makes the rows below a header into records, named by its columns; an empty cell is null. */
class CsvTable {
  private readonly columns: readonly string[];
  private readonly rows: CsvRows;
  /** Lines that were read before any others. */
  private readonly before: Line[];

  constructor(
    { columns, delimiter, after }: CsvHeader,
    private readonly file: string,
  ) {
    this.columns = columns;
    this.rows = new CsvRows(delimiter, columns.length);
    this.before = after;
  }

  push(lines: readonly Line[]): SourceRecord[] {
    return this.records(this.rows.push([...this.before.splice(0), ...lines]));
  }

  end(): SourceRecord[] {
    return [...this.push([]), ...this.records(this.rows.end())];
  }

  private records(rows: readonly CsvRow[]): SourceRecord[] {
    return rows.filter((row) => !isBlank(row)).map((row) => this.record(row));
  }

  private record(row: CsvRow): SourceRecord {
    const place = { file: this.file, line: row.line };
    if ('broken' in row) return { ...place, problem: { field: 'row', reason: row.broken } };
    const { columns } = this;
    const values = Object.fromEntries(columns.map((name, index) => [name, emptyIsNull(row.cells[index])]));
    if (row.cells.length === columns.length) return sourceRecord(place, values);
    const reason = `has ${row.cells.length} cells where the header has ${columns.length}`;
    return { ...place, problem: { field: 'row', reason }, values };
  }
}

/** Spreadsheets write such lines below a table, of as many delimiters as it has columns. */
const isBlank = (row: CsvRow): boolean =>
  'cells' in row && row.cells.every((cell) => cell === '' || cell.trim() === '');

const emptyIsNull = (cell: string | undefined): string | null =>
  cell === undefined || cell === '' ? null : cell;
