import { parse } from 'csv-parse/sync';
import { type Line, MAX_LINE_LENGTH } from './lines.js';

/** Records given to the parser at once, since a call costs as much as several records. */
const BATCH = 500;

/** One record: its cells, or why it has none. `line` is its first line. */
export type CsvRow = { line: number; cells: string[] } | { line: number; broken: string };

/**
 * Makes records of lines. A record that can't be understood costs its first line only: reading goes on at the next
 * one, so that a stray quote doesn't take its neighbours with it.
 */
export class CsvRows {
  private readonly open = new OpenRecord();
  /** Records of one line each that wait for the parser. */
  private waiting: Line[] = [];
  private rows: CsvRow[] = [];

  constructor(
    private readonly delimiter: string,
    private readonly columns: number,
  ) {}

  push(lines: readonly Line[]): CsvRow[] {
    for (const line of lines) this.take(line);
    this.parseWaiting();
    return this.rows.splice(0);
  }

  end(): CsvRow[] {
    while (!this.open.isEmpty) this.giveUpOpen();
    return this.push([]);
  }

  private take(line: Line): void {
    if (line.tooLong) {
      while (!this.open.isEmpty) this.giveUpOpen();
      this.break(line, `is longer than ${MAX_LINE_LENGTH} characters`);
      return;
    }
    if (this.open.isEmpty && line.text === '') return;
    this.open.add(line);
    if (this.open.isClosed) this.close();
    else if (this.open.isEndless) this.giveUpOpen();
  }

  private close(): void {
    const lines = this.open.take();
    const [first] = lines;
    if (lines.length === 1 && first) {
      this.waiting.push(first);
      if (this.waiting.length >= BATCH) this.parseWaiting();
      return;
    }
    const [cells, ...more] = this.parse(lines) ?? [];
    if (first && cells?.length === this.columns && more.length === 0) {
      this.parseWaiting();
      this.rows.push({ line: first.number, cells });
    } else {
      this.retry(lines);
    }
  }

  private giveUpOpen(): void {
    this.retry(this.open.take());
  }

  /** The first line is a record of its own, whatever becomes of it, and the others begin anew. */
  private retry([first, ...others]: Line[]): void {
    if (first) this.waiting.push(first);
    for (const line of others) this.take(line);
  }

  private parseWaiting(): void {
    const lines = this.waiting.splice(0);
    const together = this.parse(lines);
    for (const [index, line] of lines.entries()) {
      const cells = together?.length === lines.length ? together[index] : this.parse([line])?.[0];
      if (cells) this.rows.push({ line: line.number, cells });
      else this.break(line, 'has a quote that is not closed');
    }
  }

  private break(line: Line, broken: string): void {
    this.parseWaiting();
    this.rows.push({ line: line.number, broken });
  }

  private parse(lines: readonly Line[]): string[][] | undefined {
    return csvCells(lines, this.delimiter);
  }
}

/** Lines that one record may go over; a quote that nobody closed would otherwise swallow the rest of the file. */
const MOST_LINES = 200;

/** The lines of a CSV record whose quotes may not be closed yet. */
export class OpenRecord {
  private lines: Line[] = [];
  private length = 0;
  private quotes = 0;

  get isEmpty(): boolean {
    return this.lines.length === 0;
  }

  get isClosed(): boolean {
    return this.quotes % 2 === 0;
  }

  /** Longer than any record is. */
  get isEndless(): boolean {
    return this.lines.length > MOST_LINES || this.length > MAX_LINE_LENGTH;
  }

  add(line: Line): void {
    this.lines.push(line);
    this.length += line.text.length;
    this.quotes += line.text.split('"').length - 1;
  }

  /** All of its lines; it is empty then. */
  take(): Line[] {
    this.length = 0;
    this.quotes = 0;
    return this.lines.splice(0);
  }
}

/** The cells of the records in these lines; undefined where a quote is not closed. */
export function csvCells(lines: readonly Line[], delimiter: string): string[][] | undefined {
  try {
    return parse(lines.map(({ text }) => text).join('\n'), {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      // A quote inside of a cell that doesn't begin with one is a character like any other.
      relax_quotes: true,
      max_record_size: 0,
    });
  } catch {
    return undefined;
  }
}
