import { type Field } from './cleaning/field.js';
import { cleanRow, type CleanValue } from './cleaning/row-cleaner.js';
import { type ImportWarnings } from './left-out.js';
import { type Problem, type SourceRecord } from './record-source.js';

/** The clean values of a record in the order of the fields, or why it is rejected. Notes what is left out of it. */
export function validateRecord(
  record: SourceRecord,
  fields: readonly Field[],
  leftOut: ImportWarnings,
): CleanValue[] | Problem {
  if (record.values) leftOut.unknown(record.values);
  if ('problem' in record) return record.problem;
  return cleanRow(fields, record.values, (message) => leftOut.note(message, record));
}
