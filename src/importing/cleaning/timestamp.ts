import { type Cleaner } from './cleaner.js';
import { isNoDate } from './no-date.js';
import { pointInTime } from './point-in-time.js';
import { InvalidValue } from './unclean.js';

/** A timestamp of millisecond precision, UTC where it names no zone; a date alone is its midnight. */
export const timestamp: Cleaner = (value) => {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue('is not a timestamp');
  const given = value.trim();
  if (isNoDate(given)) return null;
  const point = pointInTime(given);
  if (!point) throw new InvalidValue('is not a timestamp');
  return new Date(point.time).toISOString();
};
