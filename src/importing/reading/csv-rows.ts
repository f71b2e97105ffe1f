import { csvCells } from './csv-cells.js';
import { type Line, LONGEST_LINE } from './lines.js';
import { OpenRecord } from './open-record.js';

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
      this.break(line, `is longer than ${LONGEST_LINE} characters`);
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
