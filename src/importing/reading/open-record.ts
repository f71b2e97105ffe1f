import { type Line, LONGEST_LINE } from './lines.js';

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
    return this.lines.length > MOST_LINES || this.length > LONGEST_LINE;
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
