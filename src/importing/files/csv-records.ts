import { type SourceRecord } from '../record-source.js';
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
  batches: AsyncIterable<Line[]>,
  file: string,
  expected: readonly string[] | ExpectedColumns,
  delimiter?: string,
): AsyncGenerator<SourceRecord> {
  const columns = 'required' in expected ? expected : { required: expected };
  const headerLines = new HeaderLines();
  let table: NamedRows | undefined;
  const begin = () => new NamedRows(file, headerLines.header(file, columns, delimiter), delimiter !== '|');
  for await (const lines of batches) {
    const below = table ? lines : headerLines.push(lines);
    if (!below) continue;
    table ??= begin();
    yield* table.push(below);
  }
  table ??= begin();
  yield* table.end();
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

  private record({ line, cells, broken, cutCell, cellsOfLines = [] }: CsvRow): SourceRecord {
    const location = { file: this.file, line };
    const values = this.named(cells);
    if (broken === undefined) {
      const otherReadings = cellsOfLines.flatMap((ofLine) => this.readingsOfLine(ofLine));
      return { ...sourceRecord(location, values), ...(otherReadings.length > 0 && { otherReadings }) };
    }
    const problem = { field: 'row', reason: broken };
    if (cells.length === 0) return { ...location, problem };
    // A key that is cut protects another program at worst.
    const all = cutCell === undefined ? cells : [...cells, cutCell];
    const otherReadings = this.shiftedReadings(all);
    if (cutCell !== undefined) otherReadings.push(this.named(all));
    return { ...location, problem, values, ...(otherReadings.length > 0 && { otherReadings }) };
  }

  /** Readings of one line of an accepted record, in case stray quotes merged several rows. */
  private readingsOfLine(cells: readonly string[]): Record<string, unknown>[] {
    const isLikeRow = Math.abs(cells.length - this.columns.length) <= MAX_SHIFT_OF_LINE;
    return isLikeRow ? [this.named(cells), ...this.shiftedReadings(cells)] : [];
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
