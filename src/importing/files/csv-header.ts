import { ImportFailed } from '../import-errors.js';
import { withSuggestions } from '../report.js';
import { countQuotes, scanLine } from './csv-cells.js';
import { CsvRows, MAX_RECORD_LINES } from './csv-rows.js';
import { looksLike } from './file-content.js';
import { type Line, MAX_LINE_LENGTH } from './lines.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** Each row costs as much as the header is wide, however short it is itself. */
const MAX_COLUMNS = 1000;
/** A first line that names the delimiter, for spreadsheets. */
const DELIMITER_HINT = /^"?sep=([^"\w])"?$/i;

export interface CsvHeader {
  columns: string[];
  delimiter: string;
  /** Lines that turned out to be no part of it. */
  after: Line[];
}

/** The columns that a file must have, and those that it may have once only: all that are read of it. */
export interface ExpectedColumns {
  required: readonly string[];
  /** All columns unless given; others are ignored, so they may be repeated. */
  known?: readonly string[];
}

/** Collects the lines of the first record of a CSV file, its header. Blank lines before it are skipped. */
export class HeaderLines {
  private readonly lines: Line[] = [];
  private length = 0;
  private quotes = 0;
  private hint: string | undefined;

  /** @returns the lines after the header; undefined as long as its quotes are not closed */
  push(lines: readonly Line[]): readonly Line[] | undefined {
    for (const [index, line] of lines.entries()) {
      if (this.lines.length === 0 && this.isBeforeHeader(line)) continue;
      this.lines.push(line);
      this.length += line.text.length;
      this.quotes += countQuotes(line.text);
      const isEndless = this.lines.length > MAX_RECORD_LINES || this.length > MAX_LINE_LENGTH;
      if (this.quotes % 2 === 0 || isEndless) return lines.slice(index + 1);
    }
    return undefined;
  }

  /**
   * The header in these lines. The delimiter is found unless given: it is the one that yields the most of the required
   * columns, and among several such the one of the line `sep=`, or the most frequent one.
   * @throws {ImportFailed} where the header is not as expected
   */
  header(file: string, { required, known }: ExpectedColumns, given?: string): CsvHeader {
    const [first] = this.lines;
    if (!first) throw new ImportFailed(`${file} is empty`);
    if (first.tooLong) throw new ImportFailed(`${file} has a first line that is too long`);
    const missingIn = (columns: readonly string[] = []) => required.filter((name) => !columns.includes(name));
    const delimiter =
      given ??
      this.findDelimiter(first.text, (candidate) => missingIn(this.columns(candidate)?.columns).length);
    const header = this.columns(delimiter, given !== '|');
    if (!header) throw new ImportFailed(`${file} has a quote in its header that is not closed`);
    const { columns } = header;
    const missing = missingIn(columns);
    if (missing.length > 0) {
      const plural = missing.length > 1 ? 's' : '';
      const format = looksLike(first.text.trimStart());
      const found = format ? `looks like ${format}` : `has ${withSuggestions(columns, missing)}`;
      throw new ImportFailed(`${file} lacks the required column${plural} ${missing.join(', ')}; it ${found}`);
    }
    if (columns.length > MAX_COLUMNS) {
      throw new ImportFailed(`${file} has ${columns.length} columns, and ${MAX_COLUMNS} are the most`);
    }
    const repeated = (known ?? columns.filter((name) => name !== '')).find(
      (name) => columns.indexOf(name) < columns.lastIndexOf(name),
    );
    if (repeated !== undefined) throw new ImportFailed(`${file} has the column ${repeated} twice`);
    return { ...header, delimiter };
  }

  private isBeforeHeader({ text, tooLong }: Line): boolean {
    if (tooLong) return false;
    if (text.trim() === '') return true;
    const [, hint] = this.hint === undefined ? (DELIMITER_HINT.exec(text) ?? []) : [];
    if (hint === undefined) return false;
    this.hint = hint;
    return true;
  }

  private findDelimiter(first: string, missing: (delimiter: string) => number): string {
    const unquoted = first
      .split('"')
      .filter((_, index) => index % 2 === 0)
      .join('"');
    const { hint } = this;
    const candidates = hint === undefined ? DELIMITERS : [hint, ...DELIMITERS];
    const ranked = candidates
      .map((delimiter) => ({
        delimiter,
        missing: missing(delimiter),
        count: delimiter === hint ? Infinity : unquoted.split(delimiter).length,
      }))
      .sort((one, other) => one.missing - other.missing || other.count - one.count);
    return ranked[0]?.delimiter ?? ',';
  }

  /** The columns by this delimiter; a header of several lines follows the rules of any record of several lines. */
  private columns(delimiter: string, quoting = true): Omit<CsvHeader, 'delimiter'> | undefined {
    const [first, ...after] = this.lines;
    const text = first?.text ?? '';
    if (!quoting) return { columns: trimmed(text.split(delimiter)), after };
    const alone = scanLine(text, delimiter);
    if (!alone?.open) return alone && { columns: trimmed(alone.cells), after };
    const width = scanLine(this.lines.map((line) => line.text).join('\n'), delimiter)?.cells.length ?? 0;
    const rows = new CsvRows({ delimiter, width, quoting });
    const [header, ...others] = [...rows.push(this.lines), ...rows.end()];
    const isHeader = header && header.broken === undefined && others.length === 0;
    return isHeader ? { columns: trimmed(header.cells), after: [] } : undefined;
  }
}

const trimmed = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());
