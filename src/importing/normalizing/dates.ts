import { LRUCache } from 'lru-cache';
import { InvalidValue, type Normalizer } from './field.js';

const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?$/i;
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const DAY = 86_400_000;

/**
 * The days that systems without a null date write, as sorted numbers, since locales order them differently: the zero
 * date of MySQL, also as PHP converts it, and the first and the last day of .NET and SOAP, the first also as a
 * conversion to UTC moves it to the day before.
 */
const NO_DATES = new Set(['0 0 0', '-1 11 30', '1 1 1', '0 12 31', '12 31 9999']);
/** The days to which a conversion to UTC moves the last one; dates like any other without a time and a zone. */
const NO_DATES_IN_ZONE = new Set(['12 30 9999', '1 1 10000']);
/** A date of digits in any order, with or without a time and a zone; JavaScript writes the year 10000 as `+010000`. */
const ANY_DATE =
  /^(-?\d{1,4}|\+?0?10000)[-/.](\d{1,2})[-/.](\d{1,4})((?:T| +)\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?)?( ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?(?: UTC)?))?$/i;
/** As .NET writes dates in JSON: milliseconds since 1970. */
const DOTNET_DATE = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;

export interface ParsedTimestamp {
  /** The date as written, whatever the zone. */
  date: string;
  /** Milliseconds since 1970, finer digits cut off; without a zone it is UTC. */
  time: number;
}

/** `YYYY-MM-DD`, also with a zone, or a timestamp; the date as written counts. */
export const date: Normalizer = (value) => {
  const parsed = parse(value, 'is not a date');
  return parsed && parsed.date;
};

/** A timestamp of millisecond precision, UTC where it has no zone; a date alone is its midnight. */
export const timestamp: Normalizer = (value) => {
  const parsed = parse(value, 'is not a timestamp');
  return parsed && new Date(parsed.time).toISOString();
};

/** Parsed dates by their text: a feed repeats few distinct ones. */
const parsedDates = new LRUCache<string, { parsed: ParsedTimestamp | null }>({ max: 10_000 });
const MAX_CACHED_LENGTH = 40;

function parse(value: unknown, reason: string): ParsedTimestamp | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue(reason);
  const cached = parsedDates.get(value);
  if (cached) return cached.parsed;
  const text = value.trim();
  const parsed = text === '' || isNoDate(text) ? null : parseTimestamp(text);
  if (parsed === undefined) throw new InvalidValue(reason);
  // A copy: the text may be a slice that keeps a whole chunk of the file in memory.
  if (value.length <= MAX_CACHED_LENGTH) parsedDates.set(Buffer.from(value).toString(), { parsed });
  return parsed;
}

/** Whether a text is one of the spellings of `NO_DATES`, at any time of the day and in any zone. */
function isNoDate(text: string): boolean {
  const [, milliseconds] = DOTNET_DATE.exec(text) ?? [];
  if (milliseconds !== undefined) {
    return [EARLIEST, LATEST].some((limit) => Math.abs(Number(milliseconds) - limit) <= DAY);
  }
  const [, first = '', second = '', third = '', time, zone] = ANY_DATE.exec(text) ?? [];
  if (first.length < 4 && third.length !== 4) return false;
  const parts = [first, second, third].map(Number).sort((one, other) => one - other);
  const day = parts.join(' ');
  return NO_DATES.has(day) || (Boolean(time && zone) && NO_DATES_IN_ZONE.has(day));
}

/** Parses `YYYY-MM-DD`, also with a zone, or an ISO 8601 timestamp of the years 1 to 9999; undefined for anything else. */
export function parseTimestamp(text: string): ParsedTimestamp | undefined {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone] =
    parts;
  const date = `${year}-${month}-${day}`;
  const written = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // `Date.parse` takes 30 February for a day of March, and 24:00 for the next day.
  if (!(written >= EARLIEST) || new Date(written).toISOString().slice(0, 13) !== `${date}T${hour}`) {
    return undefined;
  }
  const offset = zoneOffset(zone);
  if (offset === undefined) return undefined;
  const time = written - offset * 60_000;
  return time >= EARLIEST && time <= LATEST ? { date, time } : undefined;
}

/** Minutes east of Greenwich; undefined where there is no such zone. */
function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
