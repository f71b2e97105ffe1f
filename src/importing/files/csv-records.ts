import { type RecordBatch, type SourceRecord } from '../record-source.js';
import { type CsvHeader, type ExpectedColumns, HeaderLines } from './csv-header.js';
import { type CsvRow, CsvRows } from './csv-rows.js';
import { type Line } from './lines.js';
import { sourceRecord } from './utf8-text.js';

/**
 * The records of a CSV file, named by its header; an empty cell is null. A line without any content is none.
 * @param expected the required columns, and where others may be repeated, those that may not
 * @param delimiter found in the header unless given; a given `|` is that of a feed without quoting
 * @throws {ImportFailed} where the header is not as expected
 */
export async function* csvRecords(
  lineBatches: AsyncIterable<Line[]>,
  file: string,
  expected: readonly string[] | ExpectedColumns,
  delimiter?: string,
): AsyncGenerator<RecordBatch> {
  const columns = 'required' in expected ? expected : { required: expected };
  const headerLines = new HeaderLines();
  let table: NamedRows | undefined;
  const begin = () => new NamedRows(file, headerLines.header(file, columns, delimiter), delimiter !== '|');
  for await (const lines of lineBatches) {
    const below = table ? lines : headerLines.push(lines);
    if (!below) continue;
    table ??= begin();
    yield table.push(below);
  }
  table ??= begin();
  yield table.end();
}

/** Cells by which the others of a row are shifted that are still looked for. */
const MAX_SHIFT = 5;
/** The same for a line of an accepted record, which most probably is no row. */
const MAX_SHIFT_OF_LINE = 2;

/** Makes the rows below a header into records. */
class NamedRows {
  private readonly columns: readonly string[];
  private readonly rows: CsvRows;
  /** Lines that were read with the header. */
  private readonly before: Line[];

  constructor(
    private readonly file: string,
    { columns, delimiter, after }: CsvHeader,
    quoting: boolean,
  ) {
    this.columns = columns;
    this.rows = new CsvRows({ delimiter, width: columns.length, quoting });
    this.before = after;
  }

  push(lines: readonly Line[]): SourceRecord[] {
    const before = this.before.length > 0 ? this.rows.push(this.before.splice(0)) : [];
    return [...before, ...this.rows.push(lines)].map((row) => this.record(row));
  }

  end(): SourceRecord[] {
    return [...this.push([]), ...this.rows.end().map((row) => this.record(row))];
  }

  private record(row: CsvRow): SourceRecord {
    const { line, cells, broken } = row;
    const location = { file: this.file, line };
    const problem = broken === undefined ? undefined : { field: 'row', reason: broken };
    if (problem && cells.length === 0) return { ...location, problem };
    const values = this.named(cells);
    const record = problem ? { ...location, problem, values } : sourceRecord(location, values);
    const otherReadings = problem ? this.readingsOfBroken(row) : this.readingsOfLines(row);
    return otherReadings.length > 0 ? { ...record, otherReadings } : record;
  }

  private readingsOfBroken({ cells, cutCell }: CsvRow): Record<string, unknown>[] {
    if (cutCell === undefined) return this.shiftedReadings(cells);
    // A key that is cut protects another program at worst.
    const all = [...cells, cutCell];
    return [...this.shiftedReadings(all), this.named(all)];
  }

  /** Readings of the lines of an accepted record, in case stray quotes merged several rows. */
  private readingsOfLines({ cellsOfLines = [] }: CsvRow): Record<string, unknown>[] {
    return cellsOfLines
      .filter((cells) => Math.abs(cells.length - this.columns.length) <= MAX_SHIFT_OF_LINE)
      .flatMap((cells) => [this.named(cells), ...this.shiftedReadings(cells)]);
  }

  /** The cells under the names of the columns, `shift` cells to the right. */
  private named(cells: readonly string[], shift = 0): Record<string, unknown> {
    return Object.fromEntries(this.columns.map((name, index) => [name, cells[index + shift] || null]));
  }

  /** A delimiter too many or too few shifts the cells behind it. */
  private shiftedReadings(cells: readonly string[]): Record<string, unknown>[] {
    const surplus = cells.length - this.columns.length;
    const shifts = Array.from({ length: Math.min(Math.abs(surplus), MAX_SHIFT) }, (_, index) => index + 1);
    return shifts.map((shift) => this.named(cells, surplus > 0 ? shift : -shift));
  }
}
