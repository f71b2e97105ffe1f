import { programFields } from '../normalizing/program-fields.js';
import { type NormalizedValue, validateRecord } from '../normalizing/normalize-row.js';
import { ImportWarnings, MAX_WARNING_LENGTH, printable, rejection } from '../report.js';
import { type Place, type RecordSource } from '../record-source.js';
import { PROGRAM_FIELDS } from './values/program-field.js';

/** How many of each are shown. */
const SHOWN = 10;

export interface SourceCheck {
  read: number;
  rejected: number;
  /** The first ten as they would be stored in an empty directory; a field that the source doesn't know is null. */
  programs: (Place & { program: Record<string, unknown> })[];
  /** The first ten rejected rows as `FILE:LINE: field: reason`. */
  rejections: string[];
  warnings: string[];
}

/** Reads all of a source without a database. Throws `ImportFailed` where an import of it would fail. */
export async function checkSource(source: RecordSource): Promise<SourceCheck> {
  const check: SourceCheck = { read: 0, rejected: 0, programs: [], rejections: [], warnings: [] };
  const leftOut = new ImportWarnings(new Set(programFields.map(({ name }) => name)));
  for await (const record of source.records()) {
    check.read++;
    const values = validateRecord(record, programFields, leftOut);
    if (Array.isArray(values)) {
      if (check.programs.length < SHOWN) check.programs.push({ ...placeOf(record), program: stored(values) });
    } else if (check.rejected++ < SHOWN) {
      check.rejections.push(rejection(record, values));
    }
  }
  leftOut.tell((message) => check.warnings.push(printable(message, MAX_WARNING_LENGTH)));
  const incomplete = source.incomplete?.();
  if (incomplete !== undefined)
    check.warnings.push(`No program would be closed, since the feed is not complete: ${incomplete}`);
  return check;
}

const placeOf = ({ file, line }: Place): Place => ({ file, line });

function stored(values: readonly NormalizedValue[]): Record<string, unknown> {
  const clean = new Map(programFields.map(({ name }, index) => [name, values[index]]));
  return Object.fromEntries(
    PROGRAM_FIELDS.filter((name) => clean.get(name) !== undefined || !IMPLIED.has(name)).map((name) => [
      name,
      asJson(name, clean.get(name)),
    ]),
  );
}

/** Fields that the import itself sets where they are not given. */
const IMPLIED = new Set(['createdAt', 'updatedAt']);

function asJson(name: string, value: NormalizedValue): unknown {
  if (name === 'status') return value !== 'false';
  if (name === 'countries') return value?.match(/[A-Z]{2}/g) ?? [];
  return value ?? null;
}
