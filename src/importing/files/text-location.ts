/** A line and a column of a text, both from 1. */
export interface TextLocation {
  line: number;
  column: number;
}

export const TEXT_START: TextLocation = { line: 1, column: 1 };

/** The location of an offset in a part of a text that begins at a location. */
export function locationIn(part: string, offset: number, { line, column }: TextLocation): TextLocation {
  let lines = 0;
  let lineEnd = -1;
  for (let index = part.indexOf('\n'); index >= 0 && index < offset; index = part.indexOf('\n', index + 1)) {
    lines++;
    lineEnd = index;
  }
  return lines === 0 ? { line, column: column + offset } : { line: line + lines, column: offset - lineEnd };
}

export const lineAndColumn = ({ line, column }: TextLocation): string => `line ${line}, column ${column}`;
