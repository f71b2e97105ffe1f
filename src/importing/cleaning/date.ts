import { type Cleaner } from './cleaner.js';
import { isNoDate } from './no-date.js';
import { pointInTime } from './point-in-time.js';
import { InvalidValue } from './unclean.js';

/** `YYYY-MM-DD`, or a timestamp, of which the date as written counts. */
export const date: Cleaner = (value) => {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue('is not a date');
  const given = value.trim();
  if (isNoDate(given)) return null;
  const point = pointInTime(given);
  if (!point) throw new InvalidValue('is not a date');
  return point.date;
};
