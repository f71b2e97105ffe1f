import { clearable, type Field } from '../cleaning/field.js';
import { type CleanValue } from '../cleaning/row-cleaner.js';

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const NULL = '\\N';

const cell = (value: CleanValue): string =>
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
  values: readonly CleanValue[];
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
