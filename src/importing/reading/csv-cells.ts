import { parse } from 'csv-parse/sync';
import { type Line } from './lines.js';

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
