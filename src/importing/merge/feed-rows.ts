import { clearable, type Field } from '../normalizing/field.js';
import { type NormalizedValue } from '../normalizing/normalize-row.js';

/** The column that says whether a field was given at all, for one that null can clear. */
export const givenColumn = (column: string): string => `${column}_given`;

/** The columns that `COPY` fills, in its order. */
export const feedColumns = (fields: readonly Field[]): string[] => [
  'ordinal',
  'file',
  'line',
  'rejected',
  ...fields.map(({ column }) => column),
  ...clearable(fields).map(({ column }) => givenColumn(column)),
];

/** All that a row says, as one text, to be compared with that of another. */
export const contentOf = (fields: readonly Field[]): string =>
  `ROW(${[...fields.map(({ column }) => column), ...clearable(fields).map(({ column }) => givenColumn(column))].join(', ')})::text`;

/**
 * The rows of the feed after cleaning; null is a field that was not given. A row that was rejected before it came
 * here has nothing but its key. A problem that is found here is reported from here.
 * @param further definitions of columns that `COPY` doesn't fill
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
      ...clearable(fields).map(({ column }) => `${givenColumn(column)} boolean`),
      ...further,
    ].join(',\n    ')}
  ) ON COMMIT DROP;

  CREATE TEMPORARY VIEW accepted_rows AS SELECT * FROM feed_rows WHERE NOT rejected AND NOT repeated;
`;

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const NULL = '\\N';

const cell = (value: NormalizedValue): string =>
  value === null || value === undefined
    ? NULL
    : value.replace(SPECIAL, (character) => ESCAPES[character] ?? '');

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
export function copyLines(fields: readonly Field[]): (row: StagedRow) => string {
  const cleared = clearable(fields).map((field) => fields.indexOf(field));
  return ({ ordinal, file, line, rejected, values }) => {
    let text = `${ordinal}\t${file}\t${line}\t${rejected}`;
    for (let index = 0; index < fields.length; index++) text += `\t${cell(values[index])}`;
    for (const index of cleared) text += `\t${values[index] !== undefined}`;
    return `${text}\n`;
  };
}
