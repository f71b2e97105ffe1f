import { type ImportCounts } from './import-summary.js';
import { type Place, type Problem } from './record-source.js';

/** Counts the rejected rows and tells of each of them. */
export class Rejections {
  constructor(
    private readonly counts: ImportCounts,
    private readonly tell: (line: string) => void,
  ) {}

  add({ file, line }: Place, { field, reason }: Problem): void {
    this.counts.rejected++;
    this.tell(`${file}:${line}: ${printable(field)}: ${reason}`);
  }
}

/** Names come from the file: they must not steer the terminal. */
const printable = (name: string): string => name.replace(/\p{C}/gu, '').slice(0, 100);
