import { type Line } from './lines.js';
import { OpenRecord } from './open-record.js';

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
