import { ImportFailed } from '../import-errors.js';
import { csvCells, OpenRecord } from './csv-rows.js';
import { type Line } from './lines.js';

/** Each row costs as much as the header is wide, however short it is itself. */
const MAX_COLUMNS = 1000;

export interface CsvHeader {
  columns: string[];
  delimiter: string;
  /** Lines that turned out to be no part of it. */
  after: Line[];
}

/** Which columns a file must have, and which may stand in it once only: all that are read of it. */
export interface ExpectedColumns {
  required: readonly string[];
  /** All unless given; other columns are ignored, so that they may well be there twice. */
  known?: readonly string[];
}

/**
 * The header in the first lines of a file; the delimiter is found unless given. Throws `ImportFailed` for what is not
 * expected.
 * @param lines those of the first record, if its quotes are what they seem to be
 */
export function csvHeader(
  lines: readonly Line[],
  file: string,
  { required, known }: ExpectedColumns,
  given?: string,
): CsvHeader {
  const [first] = lines;
  if (!first) throw new ImportFailed(`${file} is empty`);
  if (first.tooLong) throw new ImportFailed(`${file} has a first line that is too long`);
  const lacking = (names: readonly string[] = []) => required.filter((name) => !names.includes(name));
  const delimiter =
    given ?? csvDelimiter(first.text, (between) => lacking(namesIn(lines, between)?.columns).length);
  const names = namesIn(lines, delimiter);
  if (!names) throw new ImportFailed(`${file} has a quote in its header that is not closed`);
  check(names.columns);
  return { ...names, delimiter };

  function check(columns: readonly string[]): void {
    if (columns.length > MAX_COLUMNS) {
      throw new ImportFailed(`${file} has ${columns.length} columns, and ${MAX_COLUMNS} are the most`);
    }
    const missing = lacking(columns);
    if (missing.length > 0) {
      const plural = missing.length > 1 ? 's' : '';
      throw new ImportFailed(`${file} lacks the required column${plural} ${missing.join(', ')}`);
    }
    const twice = (known ?? columns.filter((name) => name !== '')).find(
      (name) => columns.indexOf(name) < columns.lastIndexOf(name),
    );
    if (twice !== undefined) throw new ImportFailed(`${file} has the column ${twice} twice`);
  }
}

/** As for any record, a quote that doesn't enclose a cell leaves the header on its first line. */
function namesIn(lines: readonly Line[], delimiter: string): Omit<CsvHeader, 'delimiter'> | undefined {
  const together = csvCells(lines, delimiter);
  const isOne = together?.length === 1;
  const cells = (isOne ? together : csvCells(lines.slice(0, 1), delimiter))?.[0];
  return cells && { columns: cells.map((name) => name.trim()), after: isOne ? [] : lines.slice(1) };
}

/** Collects the lines of the first record of a CSV file, which is its header; what is blank before it is skipped. */
export class HeaderLines {
  private readonly open = new OpenRecord();

  /** @returns the lines behind the header; undefined as long as its quotes are not closed */
  push(lines: readonly Line[]): readonly Line[] | undefined {
    for (const [index, line] of lines.entries()) {
      if (this.open.isEmpty && !line.tooLong && line.text.trim() === '') continue;
      this.open.add(line);
      if (this.open.isClosed || this.open.isEndless) return lines.slice(index + 1);
    }
    return undefined;
  }

  take(): Line[] {
    return this.open.take();
  }
}
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The delimiter that yields the most of the required names, and among several such the one that stands most often
 * between the names of the header.
 * @param missing how many of the required names a delimiter doesn't yield
 */
function csvDelimiter(header: string, missing: (delimiter: string) => number): string {
  const unquoted = header
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('"');
  const ranked = DELIMITERS.map((delimiter) => ({
    delimiter,
    missing: missing(delimiter),
    count: unquoted.split(delimiter).length,
  })).sort((one, other) => one.missing - other.missing || other.count - one.count);
  return ranked[0]?.delimiter ?? ',';
}
