import { type Problem, type SourceRecord } from '../record-source.js';
import { type ImportWarnings } from '../report.js';
import { type Note } from './cleaner.js';
import { type Field } from './field.js';
import { InvalidValue } from './unclean.js';

/** A field's text for the database, null to clear it, undefined where the row doesn't speak of it. */
export type CleanValue = string | null | undefined;
type Values = Readonly<Record<string, unknown>>;

/** The clean values of a record in the order of the fields, or why it is rejected. Notes the values that are ignored. */
export function validateRecord(
  record: SourceRecord,
  fields: readonly Field[],
  warnings: ImportWarnings,
): CleanValue[] | Problem {
  if (record.values) warnings.unknown(record.values);
  if ('problem' in record) return record.problem;
  return cleanRow(fields, record.values, (message) => warnings.note(message, record));
}

/** The values of a row in the order of the fields, or the first problem that it has. */
function cleanRow(fields: readonly Field[], values: Values, note: Note): CleanValue[] | Problem {
  const clean = new Array<CleanValue>(fields.length);
  for (const [index, field] of fields.entries()) {
    try {
      clean[index] = cleanField(field, values[field.name], note);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      return { field: field.name, reason: error.message };
    }
  }
  return clean;
}

/** The key of a row that was rejected, where it can be read all the same. */
export function readableKey(field: Field, values: Values | undefined): string | undefined {
  try {
    return cleanField(field, values?.[field.name], () => {}) ?? undefined;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return undefined;
  }
}

function cleanField(field: Field, value: unknown, note: Note): CleanValue {
  if (value === undefined) {
    if (field.required) throw new InvalidValue('is missing');
    return undefined;
  }
  const clean = field.clean(value, (message) => note(`${field.name}: ${message}`));
  if (clean !== null) return clean;
  if (field.empty === 'refused') throw new InvalidValue('must not be empty');
  if (field.empty === 'ignored') return undefined;
  return field.empty === 'null' ? null : field.empty.becomes;
}
