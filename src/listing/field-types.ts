/** How a kind of field stands in the database, in JSON, and in the order of a list. */
export interface FieldType {
  /** PostgreSQL's type, for parameters. */
  sqlType: string;
  /** An SQL literal, and its text, that is larger than any value: where null stands in an order. */
  nullSortKey?: { sql: string; text: string };
  /** Turns PostgreSQL's text of a value into JSON. */
  toJson: (text: string) => string;
  /** JSON Schema of a value that is not null. */
  schema: Record<string, unknown>;
}

const asIs = (text: string) => text;

export const integer: FieldType = {
  sqlType: 'bigint',
  nullSortKey: { sql: '2147483648', text: '2147483648' },
  toJson: asIs,
  schema: { type: 'integer' },
};

export const text: FieldType = {
  sqlType: 'text',
  toJson: JSON.stringify,
  schema: { type: 'string' },
};

/** ISO 3166-1 alpha-2. */
export const countryCode: FieldType = {
  sqlType: 'text',
  nullSortKey: { sql: `'~' COLLATE "C"`, text: '~' },
  toJson: (code) => `"${code}"`,
  schema: { type: 'string', pattern: '^[A-Z]{2}$' },
};

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

/** `2026-01-31 08:15:30.5+00` in a session whose time zone is UTC. */
export const timestamp: FieldType = {
  sqlType: 'timestamptz',
  nullSortKey: { sql: `'infinity'`, text: 'infinity' },
  toJson: (moment) =>
    `"${moment.slice(0, 10)}T${moment.slice(11, 19)}.${moment.slice(20, -3).padEnd(3, '0')}Z"`,
  schema: { type: 'string', format: 'date-time' },
};
