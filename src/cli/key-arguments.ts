import { InvalidArgumentError } from 'commander';
import { parseTimestamp } from '../importing/normalizing/dates.js';
import { InvalidValue } from '../importing/normalizing/field.js';
import { oneLineText } from '../importing/normalizing/text.js';

/** The same rule as the constraint of the table. */
const MAX_HOLDER_LENGTH = 200;
const MAX_ID = 2_147_483_647;
const DAY_MS = 86_400_000;
const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS } as const;

const holderText = oneLineText(MAX_HOLDER_LENGTH);

/** The holder of a key, normalized as every text of the directory. */
export function holder(text: string): string {
  const reason = `It must be a name of 1 to ${MAX_HOLDER_LENGTH} characters.`;
  try {
    const name = holderText.normalize(text, () => undefined);
    if (name) return name;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
  }
  throw new InvalidArgumentError(reason);
}

/** The id of a key. */
export function keyId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_ID)
    throw new InvalidArgumentError('It must be the id of a key, as `keys list` shows it.');
  return Number(text);
}

/**
 * The last moment at which a key is valid.
 * @param text `2026-12-31`, through the end of that day in UTC, or `2026-12-31T12:00:00Z`.
 */
export function expiry(text: string): Date {
  const parsed = parseTimestamp(text);
  const isDay = text === parsed?.date;
  // A time must have a zone, since readers would expect that of their own machine.
  if (parsed === undefined || (!isDay && !/(Z|[+-]\d\d:?\d\d)$/i.test(text)))
    throw new InvalidArgumentError('It must be a date such as 2026-12-31.');
  return new Date(isDay ? parsed.time + DAY_MS - 1 : parsed.time);
}

/** Milliseconds of a period such as `30s`, `15m`, `12h` or `7d`. */
export function period(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It must be a period such as 30s, 15m, 12h or 7d.');
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
