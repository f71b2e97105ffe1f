import { InvalidArgumentError } from 'commander';

/** As the constraint of the table has it. */
const LONGEST_HOLDER = 200;
const DAY_MS = 86_400_000;
const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS } as const;

export function holder(text: string): string {
  const clean = text.normalize().replace(/\s+/g, ' ').trim();
  if (clean === '' || /\p{Cc}/u.test(clean) || clean.length > LONGEST_HOLDER)
    throw new InvalidArgumentError(`It must be a name of 1 to ${LONGEST_HOLDER} characters.`);
  return clean;
}

export function keyId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647)
    throw new InvalidArgumentError('It must be the id of a key, as `keys list` shows it.');
  return Number(text);
}

/**
 * The last moment of a key that expires on a day, or at a moment.
 * @param text `2026-12-31`, through the end of that day in UTC, or `2026-12-31T12:00:00Z`.
 */
export function expiry(text: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const start = new Date(text);
  const isValid = (isDay || isMoment) && !Number.isNaN(start.getTime());
  // `Date` takes February 30 for a day of March.
  if (!isValid || (isDay && !start.toISOString().startsWith(text)))
    throw new InvalidArgumentError('It must be a date such as 2026-12-31.');
  return isDay ? new Date(start.getTime() + DAY_MS - 1) : start;
}

/** Milliseconds of a period such as `30s`, `15m`, `12h` or `7d`. */
export function period(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It must be a period such as 30s, 15m, 12h or 7d.');
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
