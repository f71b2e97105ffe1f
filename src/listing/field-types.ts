/** The type of a field: how PostgreSQL and JSON write its values, and how null is sorted. */
export interface FieldType {
  /** PostgreSQL's type, for parameters of statements. */
  sqlType: string;
  /**
   * A value larger than all others, by which null is sorted: as an SQL literal, and as PostgreSQL's text of it. A type
   * without it cannot be both nullable and sortable.
   */
  nullSortKey?: { sql: string; text: string };
  /** Turns PostgreSQL's text of a value into JSON. */
  toJson: (text: string) => string;
  /** JSON Schema of a value that is not null. */
  schema: Record<string, unknown>;
}

export const integer: FieldType = {
  sqlType: 'bigint',
  nullSortKey: { sql: '2147483648', text: '2147483648' },
  toJson: (digits) => digits,
  schema: { type: 'integer' },
};

/** What JSON has no literal characters for. */
// eslint-disable-next-line no-control-regex -- control characters are among them
const ESCAPED = /["\\\u0000-\u001f]/;

export const text: FieldType = {
  sqlType: 'text',
  // Looking for such a character takes a third of the time that JSON.stringify takes.
  toJson: (text) => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`),
  schema: { type: 'string' },
};

/** ISO 3166-1 alpha-2. */
export const countryCode: FieldType = {
  sqlType: 'text',
  nullSortKey: { sql: `'~' COLLATE "C"`, text: '~' },
  toJson: (code) => `"${code}"`,
  schema: { type: 'string', pattern: '^[A-Z]{2}$' },
};

/** An array of ISO 3166-1 alpha-2 codes. */
export const countryCodes: FieldType = {
  sqlType: 'text[]',
  toJson: (codes) => (codes === '{}' ? '[]' : `["${codes.slice(1, -1).replaceAll(',', '","')}"]`),
  schema: { type: 'array', items: countryCode.schema },
};

export const boolean: FieldType = {
  sqlType: 'boolean',
  toJson: (letter) => (letter === 't' ? 'true' : 'false'),
  schema: { type: 'boolean' },
};

export const date: FieldType = {
  sqlType: 'date',
  nullSortKey: { sql: `'infinity'`, text: 'infinity' },
  toJson: (day) => `"${day}"`,
  schema: { type: 'string', format: 'date' },
};

/** A point in time, which PostgreSQL writes as `2026-01-31 08:15:30.5+00` in a session whose time zone is UTC. */
export const timestamp: FieldType = {
  sqlType: 'timestamptz',
  nullSortKey: { sql: `'infinity'`, text: 'infinity' },
  toJson: (time) => `"${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, -3).padEnd(3, '0')}Z"`,
  schema: { type: 'string', format: 'date-time' },
};
