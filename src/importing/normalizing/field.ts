/** Reports a part of a value that is ignored, though the row is accepted. */
export type Warn = (message: string) => void;

/** Thrown by a normalizer for a value that it cannot understand; the message is the reason, for the operator. */
export class InvalidValue extends Error {
  override name = 'InvalidValue';
}

/**
 * Turns a value of a file into the text that PostgreSQL reads: null where the value is null or an empty string,
 * undefined where nothing of it could be used, so that the field counts as absent.
 * @throws {InvalidValue} for a value that cannot be understood
 */
export type Normalizer = (value: unknown, warn: Warn) => string | null | undefined;

/** One field of a canonical row, and the column that stores it. */
export interface Field {
  name: string;
  column: string;
  /** SQL type of the column, with its collation. */
  type: string;
  normalize: Normalizer;
  /** Characters that a text may have, as the column's constraint counts them. */
  maxLength?: number;
  /** SQL function of the column's constraint, called with the text and `maxLength`. */
  check?: 'clean_text' | 'clean_lines';
  /** A row without it is rejected, a CSV file without its column fails. */
  required?: true;
  /**
   * What null or an empty cell means: the row is rejected, the field is ignored as if it were absent, the column
   * becomes null, or the column becomes this text.
   */
  empty: 'rejected' | 'ignored' | 'null' | { becomes: string };
}

/** The fields whose column null clears, so that a second column must tell null from absent. */
export const clearable = (fields: readonly Field[]): Field[] =>
  fields.filter(({ empty }) => empty === 'null');
