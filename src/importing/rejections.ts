import { type ImportCounts } from './import-summary.js';
import { printable } from './printable.js';
import { type Place, type Problem } from './record-source.js';

/** Counts the rejected rows and tells of each of them. */
export class Rejections {
  constructor(
    private readonly counts: ImportCounts,
    private readonly tell: (line: string) => void,
  ) {}

  add({ file, line }: Place, { field, reason }: Problem): void {
    this.counts.rejected++;
    const place = `${printable(file, 1000)}:${line}`;
    this.tell(`${place}: ${printable(field, 100)}: ${printable(reason, 1000)}`);
  }
}
