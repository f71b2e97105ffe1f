/** Characters of a line, or of a record of several lines, that are still read; more is no row of a directory. */
export const MAX_LINE_LENGTH = 1024 * 1024;

export interface Line {
  /** From 1. */
  number: number;
  text: string;
  /** Longer than `MAX_LINE_LENGTH`; its text is dropped. */
  tooLong: boolean;
}

/** Splits text into lines at `\n`, `\r\n` and `\r`, a chunk's worth at a time; memory is bounded by the longest line. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

class LineSplitter {
  private number = 0;
  private open = '';
  private tooLong = false;
  private afterReturn = false;

  push(chunk: string): Line[] {
    const lines: Line[] = [];
    let start = this.afterReturn && chunk.startsWith('\n') ? 1 : 0;
    if (chunk !== '') this.afterReturn = chunk.endsWith('\r');
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = start;
    for (let match = lineEnd.exec(chunk); match; match = lineEnd.exec(chunk)) {
      this.extend(chunk.slice(start, match.index));
      lines.push(this.close());
      start = lineEnd.lastIndex;
    }
    this.extend(chunk.slice(start));
    return lines;
  }

  end(): Line[] {
    return this.open === '' && !this.tooLong ? [] : [this.close()];
  }

  private extend(text: string): void {
    if (this.tooLong) return;
    this.open += text;
    if (this.open.length <= MAX_LINE_LENGTH) return;
    this.open = '';
    this.tooLong = true;
  }

  private close(): Line {
    const line = { number: ++this.number, text: this.open, tooLong: this.tooLong };
    this.open = '';
    this.tooLong = false;
    return line;
  }
}
