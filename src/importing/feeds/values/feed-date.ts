import { date } from '../../normalizing/dates.js';
import { InvalidValue } from '../../normalizing/field.js';

/** What networks write where there is no date. */
const NO_DATE = new Set(['n/a', 'na', 'null', 'none', '-']);
const MILLISECONDS = /^\d{12,13}$/;

/** Milliseconds since 1970 as a timestamp, words for "no date" as null; anything else stays as it is. */
export function feedDate(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const given = String(value).trim();
  if (NO_DATE.has(given.toLowerCase())) return null;
  return MILLISECONDS.test(given) ? new Date(Number(given)).toISOString() : value;
}

/** Whether that day lies before today, UTC. What is no date is never over. */
export function dateIsOver(value: unknown): boolean {
  try {
    const day = date(feedDate(value ?? null), () => {});
    return typeof day === 'string' && day < new Date().toISOString().slice(0, 10);
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}
