import { decodeHTMLStrict } from 'entities';
import { date } from '../../normalizing/dates.js';
import { InvalidValue } from '../../normalizing/field.js';
import { type ProgramField, type Scalar } from '../feed-definition.js';
import { countriesIn } from './country-names.js';
import { domainsIn } from './domain-parts.js';

/** Words for "no date". */
const NO_DATE = new Set(['n/a', 'na', 'null', 'none', '-']);
/** Milliseconds since 1970, as JavaScript and .NET write dates in JSON: `1561939200000`, `/Date(1561939200000)/`. */
const MILLISECONDS = /^(?:(-?\d{12,15})|\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/)$/;
const YES = new Set(['y', 'yes', 'true', '1']);
const NO = new Set(['n', 'no', 'false', '0']);

/** Converts the values that a record has for a field to the one of a canonical row; null where there is none. */
type Conversion = (first: Scalar, all: readonly Scalar[]) => unknown;

const unchanged: Conversion = (value) => value;

/** Each field's conversion; a field that is not here keeps the first value unchanged. */
const CONVERSIONS: { readonly [Field in ProgramField]?: Conversion } = {
  name: (value) => (value === null ? null : decodeHTMLStrict(String(value))),
  status: (value) => parseYesNo(value) ?? value,
  dateStarted: feedDate,
  dateClosed: feedDate,
  countries: (_, all) => all.flatMap(countriesIn),
  domains: (_, all) => all.flatMap(domainsIn),
  createdAt: feedDate,
  updatedAt: feedDate,
};

/** The value of a canonical row for the values that a record has for the field. */
export function convertField(field: ProgramField, values: readonly Scalar[]): unknown {
  return (CONVERSIONS[field] ?? unchanged)(values[0] ?? null, values);
}

/** A boolean in one of the networks' spellings; undefined for any other word. */
export function parseYesNo(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

/** Whether the date is before today, UTC; false for a value that is no date. */
export function isPastDate(value: unknown): boolean {
  try {
    const day = date(feedDate(value ?? null), () => {});
    return typeof day === 'string' && day < new Date().toISOString().slice(0, 10);
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/** Milliseconds since 1970 as a timestamp, words for "no date" as null; any other value unchanged. */
function feedDate(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = String(value).trim();
  if (NO_DATE.has(text.toLowerCase())) return null;
  const [, plain, dotNet] = MILLISECONDS.exec(text) ?? [];
  const milliseconds = plain ?? dotNet;
  return milliseconds === undefined ? value : new Date(Number(milliseconds)).toISOString();
}
