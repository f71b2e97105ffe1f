import { type Place, type Problem, type SourceRecord } from '../record-source.js';
import { NOT_UTF8 } from './utf8-text.js';

type Values = Readonly<Record<string, unknown>>;

/** The record, broken where one of its values holds bytes that were not UTF-8. */
export function recordOf(place: Place, values: Values): SourceRecord {
  for (const name of Object.keys(values)) {
    if (!holdsBrokenText(name) && !holdsBrokenText(values[name])) continue;
    const problem: Problem = { field: holdsBrokenText(name) ? 'row' : name, reason: 'is not valid UTF-8' };
    return { ...place, problem, values: readable(values) };
  }
  return { ...place, values };
}

/** Without the broken values, so that none of them is taken for the key. */
function readable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !holdsBrokenText(value)));
}

function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NOT_UTF8);
  if (typeof value !== 'object' || value === null) return false;
  try {
    return JSON.stringify(value).includes(NOT_UTF8);
  } catch {
    // Nested too deep to be looked through.
    return true;
  }
}
