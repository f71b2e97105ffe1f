/** One statement. */
export interface Statement {
  /** Its identity on every connection, where it is prepared; empty where PostgreSQL plans it each time. */
  name: string;
  text: string;
  /** Reads very many rows, for many requests: it may take longer than a request waits. */
  isLong?: boolean;
}

/** Rows as PostgreSQL's text of each column. */
export type TextRows = (string | null)[][];
