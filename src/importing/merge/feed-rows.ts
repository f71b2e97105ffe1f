import { clearable, type Field } from '../normalizing/field.js';
import { type NormalizedValue } from '../normalizing/normalize-row.js';

/** The column that says whether a row has a field that null can clear. */
export const presenceColumn = (column: string): string => `${column}_present`;

const contentColumns = (fields: readonly Field[]): string[] => [
  ...fields.map(({ column }) => column),
  ...clearable(fields).map(({ column }) => presenceColumn(column)),
];

/** The columns that `COPY` fills, in its order. */
export const feedColumns = (fields: readonly Field[]): string[] => [
  'ordinal',
  'file',
  'line',
  'rejected',
  ...contentColumns(fields),
];

/** SQL: the whole content of a row as one text, to compare it with that of another. */
export const contentOf = (fields: readonly Field[]): string =>
  `ROW(${contentColumns(fields).join(', ')})::text`;

/**
 * SQL: the normalized rows of the feed; null where a row does not have the field. A row that was rejected while it was
 * read has only its key; so has an alternative reading of a record, beside the row of an accepted one. `problem` is set
 * where the database rejects a row.
 * @param further definitions of columns that `COPY` does not fill
 */
export const createFeedRows = (fields: readonly Field[], further: readonly string[] = []): string => `
  CREATE TEMPORARY TABLE feed_rows (
    ordinal integer NOT NULL,
    file smallint NOT NULL,
    line integer NOT NULL,
    rejected boolean NOT NULL,
    problem_field text,
    problem text,
    repeated boolean NOT NULL DEFAULT false,
    ${[
      ...fields.map(({ column, type }) => `${column} ${type}`),
      ...clearable(fields).map(({ column }) => `${presenceColumn(column)} boolean`),
      ...further,
    ].join(',\n    ')}
  ) ON COMMIT DROP;

  CREATE TEMPORARY VIEW accepted_rows AS SELECT * FROM feed_rows WHERE NOT rejected AND NOT repeated;
`;

const SPECIAL = /[\\\n\r\t]/;
const EACH_SPECIAL = new RegExp(SPECIAL, 'g');
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const NULL = '\\N';

function cell(value: NormalizedValue): string {
  if (value === null || value === undefined) return NULL;
  if (!SPECIAL.test(value)) return value;
  return value.replace(EACH_SPECIAL, (character) => ESCAPES[character] ?? '');
}

export interface StagedRow {
  ordinal: number;
  /** Index of the file's name. */
  file: number;
  line: number;
  rejected: boolean;
  /** In the order of the fields. */
  values: readonly NormalizedValue[];
}

/** Writes rows in the text format of `COPY`, with the columns of `feed_rows`. */
export function copyLineWriter(fields: readonly Field[]): (row: StagedRow) => string {
  const cleared = clearable(fields).map((field) => fields.indexOf(field));
  return ({ ordinal, file, line, rejected, values }) => {
    let text = `${ordinal}\t${file}\t${line}\t${rejected}`;
    for (let index = 0; index < fields.length; index++) text += `\t${cell(values[index])}`;
    for (const index of cleared) text += `\t${values[index] !== undefined}`;
    return `${text}\n`;
  };
}
