import { type Cleaner } from './cleaner.js';

/** One field of a canonical row, and the column that holds it. */
export interface Field {
  name: string;
  column: string;
  /** As PostgreSQL writes it. */
  type: string;
  clean: Cleaner;
  /** A row without it is rejected, a CSV file without it fails. */
  required?: true;
  /**
   * What null and an empty cell say: the row is rejected (`refused`), the field counts as not given (`ignored`), the
   * column becomes null (`null`), or the column becomes this text.
   */
  empty: 'refused' | 'ignored' | 'null' | { becomes: string };
}

/** The columns that may be null themselves, so that a second one must tell null from not given. */
export const clearable = (fields: readonly Field[]): Field[] =>
  fields.filter(({ empty }) => empty === 'null');
