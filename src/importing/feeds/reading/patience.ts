import { ImportFailed } from '../../import-errors.js';

/** Characters that may pass without a record being complete: the longest record, and what stands between two. */
const LONGEST = 8 * 1024 * 1024;

/** Keeps a file that holds no records, or one that never ends, from filling the memory. */
export class Patience {
  private left = LONGEST;

  constructor(private readonly file: string) {}

  spend(characters: number): void {
    this.left -= characters;
    if (this.left < 0)
      throw new ImportFailed(`${this.file} has ${LONGEST} characters in a row without a program`);
  }

  renew(): void {
    this.left = LONGEST;
  }
}
