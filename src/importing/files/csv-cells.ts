/** The cells of one line of a CSV file. */
export interface ScannedLine {
  cells: string[];
  /** The last cell has a quote that is not closed in this line. */
  open: boolean;
  /** Every quote encloses a whole cell or is doubled inside of one. */
  wellQuoted: boolean;
}

/**
 * The cells of a line; undefined where a quote in it is closed before the end of its cell. A quote inside of a cell
 * that does not begin with one is a character like any other, and so are the quotes of a cell such as `"Blue" Shop`.
 * @param continued the line goes on with a quoted cell of the line before it
 */
export function scanLine(text: string, delimiter: string, continued = false): ScannedLine | undefined {
  const cells: string[] = [];
  let wellQuoted = true;
  let start = 0;
  let quoted = continued;
  for (;;) {
    if (quoted || text.startsWith('"', start)) {
      const from = quoted ? start : start + 1;
      const close = closingQuote(text, from);
      if (close < 0) return { cells: [...cells, unescaped(text.slice(from))], open: true, wellQuoted };
      if (close + 1 === text.length || text.startsWith(delimiter, close + 1)) {
        cells.push(unescaped(text.slice(from, close)));
        if (close + 1 === text.length) return { cells, open: false, wellQuoted };
        start = close + 1 + delimiter.length;
        quoted = false;
        continue;
      }
      if (quoted) return undefined;
    }
    const end = text.indexOf(delimiter, start);
    const cell = end < 0 ? text.slice(start) : text.slice(start, end);
    if (cell.includes('"')) {
      if (cell.startsWith('"') && countQuotes(cell) % 2 === 1) return undefined;
      wellQuoted = false;
    }
    cells.push(cell);
    if (end < 0) return { cells, open: false, wellQuoted };
    start = end + delimiter.length;
  }
}

/** The cells of a line whose quotes cannot be understood: cut at every delimiter, without quotes around them. */
export const cutCells = (text: string, delimiter: string): string[] =>
  text.split(delimiter).map((cell) => cell.replace(/^"+|"+$/g, ''));

/** Whether a line could be a row of its own in a table of that width. */
export function couldBeRow(text: string, delimiter: string, width: number): boolean {
  if (text.split(delimiter).length === width) return true;
  const scanned = text.includes('"') ? scanLine(text, delimiter) : undefined;
  return scanned !== undefined && !scanned.open && scanned.cells.length === width;
}

export const countQuotes = (text: string): number => text.split('"').length - 1;

/** Index of the first quote that is not doubled, or -1. */
function closingQuote(text: string, from: number): number {
  let index = text.indexOf('"', from);
  while (index >= 0 && text[index + 1] === '"') index = text.indexOf('"', index + 2);
  return index;
}

const unescaped = (cell: string): string => (cell.includes('"') ? cell.replaceAll('""', '"') : cell);
