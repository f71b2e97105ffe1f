/** The cells of one line of a CSV file. */
export interface ScannedLine {
  cells: string[];
  /** The last cell has a quote that is not closed in this line. */
  open: boolean;
  /** Every quote encloses a whole cell or is doubled inside of one. */
  wellQuoted: boolean;
}

/**
 * The cells of a line; undefined where a quoted cell goes on after its closing quote. A quote inside of a cell that
 * does not begin with one is a character like any other, and so are the quotes of a cell such as `"Blue" Shop`.
 * @param continued the line goes on with a quoted cell of the line before it
 */
export function scanLine(text: string, delimiter: string, continued = false): ScannedLine | undefined {
  const cells: string[] = [];
  let wellQuoted = true;
  let start = 0;
  if (continued) {
    const close = closingQuote(text, 0);
    if (close < 0) return { cells: [unescaped(text)], open: true, wellQuoted };
    if (!isBorder(text, close + 1, delimiter)) return undefined;
    cells.push(unescaped(text.slice(0, close)));
    start = close + 1 + delimiter.length;
  }
  while (start <= text.length) {
    const quoted = text.startsWith('"', start);
    const close = quoted ? closingQuote(text, start + 1) : -1;
    if (quoted && close < 0) {
      return { cells: [...cells, unescaped(text.slice(start + 1))], open: true, wellQuoted };
    }
    if (quoted && isBorder(text, close + 1, delimiter)) {
      cells.push(unescaped(text.slice(start + 1, close)));
      start = close + 1 + delimiter.length;
      continue;
    }
    const cell = text.slice(start, borderAfter(text, start, delimiter));
    if (quoted && countQuotes(cell) % 2 === 1) return undefined;
    if (cell.includes('"')) wellQuoted = false;
    cells.push(cell);
    start += cell.length + delimiter.length;
  }
  return { cells, open: false, wellQuoted };
}

/** The probable cells of a line with stray quotes: a quote that does not enclose a whole cell is dropped. */
export function guessCells(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  let start = 0;
  while (start <= text.length) {
    const close = text.startsWith('"', start) ? closingQuote(text, start + 1) : -1;
    const isQuoted = close >= 0 && isBorder(text, close + 1, delimiter);
    const end = isQuoted ? close + 1 : borderAfter(text, start, delimiter);
    const cell = text.slice(start, end);
    cells.push(isQuoted ? unescaped(cell.slice(1, -1)) : cell.replace(/^"+|"+$/g, ''));
    start = end + delimiter.length;
  }
  return cells;
}

export const countQuotes = (text: string): number => text.split('"').length - 1;

/** Index of the first quote that is not doubled, or -1. */
function closingQuote(text: string, from: number): number {
  let index = text.indexOf('"', from);
  while (index >= 0 && text[index + 1] === '"') index = text.indexOf('"', index + 2);
  return index;
}

const isBorder = (text: string, index: number, delimiter: string): boolean =>
  index === text.length || text.startsWith(delimiter, index);

function borderAfter(text: string, from: number, delimiter: string): number {
  const index = text.indexOf(delimiter, from);
  return index < 0 ? text.length : index;
}

const unescaped = (cell: string): string => (cell.includes('"') ? cell.replaceAll('""', '"') : cell);
