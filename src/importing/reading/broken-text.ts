import { type Place, type Problem, type SourceRecord } from '../record-source.js';
import { NOT_UTF8 } from './utf8-text.js';

type Values = Readonly<Record<string, unknown>>;

/** The record, broken where one of its values holds bytes that were not UTF-8. */
export function recordOf(place: Place, values: Values): SourceRecord {
  for (const name of Object.keys(values)) {
    const problem = problemOf(name, values[name]);
    if (problem) return { ...place, problem, values: readable(values) };
  }
  return { ...place, values };
}

/** Without the broken values, so that none of them is taken for the key. */
function readable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !problemOf(name, value)));
}

function problemOf(name: string, value: unknown): Problem | undefined {
  const reason = 'is not valid UTF-8';
  if (name.includes(NOT_UTF8)) return { field: 'row', reason };
  if (typeof value === 'string') return value.includes(NOT_UTF8) ? { field: name, reason } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return JSON.stringify(value).includes(NOT_UTF8) ? { field: name, reason } : undefined;
  } catch {
    return { field: name, reason: 'is nested too deep to be looked through' };
  }
}
