import { type Cleaner } from '../../../src/importing/cleaning/cleaner.js';

/** A cleaner of one argument; what it leaves out is put into the list. */
export const cleaned =
  (clean: Cleaner, leftOut: string[] = []) =>
  (value: unknown): string | null | undefined =>
    clean(value, (message) => leftOut.push(message));
