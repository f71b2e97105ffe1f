import { shortened } from '../report.js';
import { guessCells, type ScannedLine, scanLine } from './csv-cells.js';
import { type Line, MAX_LINE_LENGTH } from './lines.js';

/** Lines of one record; an unclosed quote would otherwise take in the rest of the file. */
export const MAX_RECORD_LINES = 200;

/** How a table is written: what its header says about its rows. */
export interface CsvTable {
  delimiter: string;
  /** Number of cells of the header. */
  width: number;
  /** Whether quotes enclose cells; without it they are characters like any other. */
  quoting: boolean;
}

/** One record and its first line: its cells, or the reason why it is rejected and the cells that can be read. */
export interface CsvRow {
  line: number;
  cells: string[];
  broken?: string;
  /** The last cell of the file, where it may be cut; it is not among `cells`. */
  cutCell?: string | undefined;
  /** For a record of several lines: the cells of the first and the last line, read as separate rows. */
  cellsOfLines?: string[][] | undefined;
}

/**
 * Makes records of lines. A record of several lines must be quoted correctly, have the header's number of cells, and
 * have no later line that could be a row of its own. Otherwise its first line is rejected and the next one is read as
 * a row, so that a stray quote costs no row but its own.
 */
export class CsvRows {
  /** The lines of a record whose last cell has a quote that is not closed yet. */
  private open: Line[] = [];
  private openLength = 0;
  private cells: string[] = [];
  private rows: CsvRow[] = [];

  constructor(private readonly table: CsvTable) {}

  push(lines: readonly Line[]): CsvRow[] {
    for (const line of lines) this.add(line);
    return this.rows.splice(0);
  }

  end(): CsvRow[] {
    while (this.open.length > 1) this.rejectOpen(NOT_CLOSED);
    // The file may be cut in the last cell, so that the rest of it is missing.
    for (const line of this.open.splice(0)) {
      const cells = this.guess(line.text);
      const cutCell = cells.pop();
      this.reject(line, NOT_CLOSED, cells, cutCell);
    }
    return this.rows.splice(0);
  }

  private add(line: Line): void {
    if (this.open.length > 0) this.continue(line);
    else if (line.tooLong) this.reject(line, `is longer than ${MAX_LINE_LENGTH} characters`, []);
    else if (line.text !== '') this.begin(line);
  }

  private begin(line: Line): void {
    const { delimiter, quoting } = this.table;
    if (!quoting || !line.text.includes('"')) {
      this.accept(line, line.text.split(delimiter));
      return;
    }
    const scanned = scanLine(line.text, delimiter);
    if (!scanned || (scanned.open && !scanned.wellQuoted)) {
      this.reject(line, NOT_CLOSED);
    } else if (scanned.open) {
      this.open = [line];
      this.openLength = line.text.length;
      this.cells = scanned.cells;
    } else {
      this.accept(line, scanned.cells);
    }
  }

  private continue(line: Line): void {
    this.open.push(line);
    this.openLength += line.text.length;
    const isEndless = this.open.length > MAX_RECORD_LINES || this.openLength > MAX_LINE_LENGTH;
    const scanned = line.tooLong || isEndless ? undefined : scanLine(line.text, this.table.delimiter, true);
    if (!scanned?.wellQuoted) {
      this.rejectOpen(NOT_CLOSED);
    } else if (this.isRowOfItsOwn(line, scanned)) {
      this.rejectOpen(`${NOT_CLOSED} before line ${line.number}, which could be a row of its own`);
    } else {
      const [rest = '', ...more] = scanned.cells;
      this.cells.push(`${this.cells.pop() ?? ''}\n${rest}`, ...more);
      if (!scanned.open) this.close();
    }
  }

  /**
   * Whether a later line of the record could be a row. One that closes the record's first cell before any delimiter
   * always has the cells of a row, so there the first line decides: it has them too where its quote is a stray one.
   */
  private isRowOfItsOwn({ text }: Line, { cells: [first = '', ...more], open }: ScannedLine): boolean {
    if (!this.couldBeRow(text)) return false;
    const closesFirstCell =
      this.cells.length === 1 && !first.includes(this.table.delimiter) && (more.length > 0 || !open);
    return !closesFirstCell || this.couldBeRow(this.open[0]?.text ?? '');
  }

  private couldBeRow(text: string): boolean {
    return this.guess(text).length === this.table.width;
  }

  private close(): void {
    const [first] = this.open;
    if (this.cells.length !== this.table.width) {
      this.rejectOpen(this.wrongNumber(this.cells));
    } else if (first) {
      const outermost = [first, ...this.open.splice(0).slice(-1)];
      const cellsOfLines = outermost.map(({ text }) => this.guess(text));
      this.accept(first, this.cells, cellsOfLines);
    }
  }

  private accept(line: Line, cells: string[], cellsOfLines?: string[][]): void {
    if (isBlank(cells)) return;
    if (cells.length === this.table.width) this.rows.push({ line: line.number, cells, cellsOfLines });
    else this.reject(line, this.wrongNumber(cells), cells);
  }

  /** Rejects the first line of the open record and reads the others as rows. */
  private rejectOpen(reason: string): void {
    const [first, ...others] = this.open.splice(0);
    if (first) this.reject(first, reason);
    for (const line of others) this.add(line);
  }

  private reject(line: Line, reason: string, cells = this.guess(line.text), cutCell?: string): void {
    const broken = line.tooLong ? reason : `${reason}: ${shortened(line.text)}`;
    this.rows.push({ line: line.number, cells, broken, cutCell });
  }

  private guess(text: string): string[] {
    return guessCells(text, this.table.delimiter);
  }

  private wrongNumber(cells: readonly string[]): string {
    const cellsText = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
    return `has ${cellsText} where the header has ${this.table.width}`;
  }
}

const NOT_CLOSED = 'has a quote that is not closed';

/** Spreadsheets write such lines below a table, of as many delimiters as it has columns. */
const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
