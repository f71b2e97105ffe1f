import { type Cleaner } from './cleaner.js';
import { pointInTime } from './point-in-time.js';
import { Unclean } from './unclean.js';

/** What databases that know no null date give out, with or without a time. */
const NO_DATE = /^0000-00-00(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;

/** `YYYY-MM-DD`, or a timestamp, of which the date as written counts. */
export const date: Cleaner = (value) => {
  if (value === null) return null;
  if (typeof value !== 'string') throw new Unclean('is not a date');
  const given = value.trim();
  if (given === '' || NO_DATE.test(given)) return null;
  const point = pointInTime(given);
  if (!point) throw new Unclean('is not a date');
  return point.date;
};
