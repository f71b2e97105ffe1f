import { type Problem, type SourceRecord } from '../record-source.js';
import { type ImportWarnings, shownValue } from '../report.js';
import { type Field, InvalidValue, type Warn } from './field.js';

/** A field's text for PostgreSQL, null to clear the column, undefined where the row does not have the field. */
export type NormalizedValue = string | null | undefined;

type Values = Readonly<Record<string, unknown>>;

/** The normalized values of a record in the order of the fields, or why it is rejected. */
export function validateRecord(
  record: SourceRecord,
  fields: readonly Field[],
  warnings: ImportWarnings,
): NormalizedValue[] | Problem {
  if (record.values) warnings.addUnknownFields(record.values);
  if ('problem' in record) return record.problem;
  return normalizeRow(fields, record.values, (message) => warnings.add(message, record));
}

/** The normalized values in the order of the fields, or the first problem. */
function normalizeRow(fields: readonly Field[], values: Values, warn: Warn): NormalizedValue[] | Problem {
  const normalized: NormalizedValue[] = [];
  try {
    for (const field of fields) normalized.push(normalizeField(field, values[field.name], warn));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const { name } = fields[normalized.length]!;
    return { field: name, reason: withValue(error.message, values[name]) };
  }
  return normalized;
}

/** The value of a required field in a row that may be damaged, without stray quotes around it; undefined where it is invalid. */
export function readableValue(field: Field, values: Values | undefined): string | undefined {
  try {
    const value = values?.[field.name];
    const unquoted = typeof value === 'string' ? value.trim().replace(/^"|"$/g, '') : value;
    return normalizeField(field, unquoted, () => {}) ?? undefined;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return undefined;
  }
}

function normalizeField(field: Field, value: unknown, warn: Warn): NormalizedValue {
  if (value === undefined) {
    if (field.required) throw new InvalidValue('is missing');
    return undefined;
  }
  const normalized = field.normalize(value, (message) => warn(`${field.name}: ${message}`));
  if (normalized !== null) return normalized;
  if (field.empty === 'rejected') throw new InvalidValue('must not be empty');
  if (field.empty === 'ignored') return undefined;
  return field.empty === 'null' ? null : field.empty.becomes;
}

const withValue = (reason: string, value: unknown): string =>
  value === undefined || value === null || value === '' || value === Infinity
    ? reason
    : `${reason}: ${shownValue(value)}`;
