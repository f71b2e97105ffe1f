const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+\- ])(\d\d):(\d\d))$/;
/** PostgreSQL's precision: microseconds. */
const DIGITS = 6;

/**
 * Converts `now`, or a time as in RFC 3339, to PostgreSQL's text; `now` is `infinity`. A `+` that was not escaped in the
 * query has arrived as a blank.
 * @returns undefined for anything else.
 */
export function parseSince(value: string): string | undefined {
  if (value === 'now') return 'infinity';
  const match = RFC_3339.exec(value);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as SixNumbers;
  const [fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match.slice(7);
  // The second 60 is a leap second.
  const isTime = hour < 24 && minute < 60 && second <= 60;
  const isOffset = Number(offsetHour) < 24 && Number(offsetMinute) < 60;
  if (!isDate(year, month, day) || !isTime || !isOffset) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute - offset, second);
  // Years that PostgreSQL writes in another way: nothing had changed before, and nothing will have after.
  if (time.getUTCFullYear() < 1) return '-infinity';
  if (time.getUTCFullYear() > 9999) return 'infinity';
  return `${time.toISOString().slice(0, 19)}.${fraction.slice(0, DIGITS).padEnd(1, '0')}+00`;
}

type SixNumbers = [number, number, number, number, number, number];

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
