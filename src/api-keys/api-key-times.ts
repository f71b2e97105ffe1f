const DAY_MS = 86_400_000;
const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS } as const;

/** How long a rotated key stays valid. */
export const DEFAULT_GRACE = '7d';

/**
 * The last moment of a key that expires on a day, or at a moment.
 * @param text `2026-12-31`, through the end of that day in UTC, or `2026-12-31T12:00:00Z`.
 * @returns undefined where that is neither.
 */
export function expiryOf(text: string): Date | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const start = new Date(text);
  if ((!isDay && !isMoment) || Number.isNaN(start.getTime())) return undefined;
  if (!isDay) return start;
  // `Date` takes February 30 for a day of March.
  return start.toISOString().startsWith(text) ? new Date(start.getTime() + DAY_MS - 1) : undefined;
}

/** Milliseconds of a period such as `30s`, `15m`, `12h` or `7d`; undefined where it is none. */
export function periodOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}
