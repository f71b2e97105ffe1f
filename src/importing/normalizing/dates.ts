import { InvalidValue, type Normalizer } from './field.js';

const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
/** What databases without a null date write, with or without a time and a zone. */
const NO_DATE = /^0000-00-00(?:[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[+-]00(?::?00)?))?)?$/i;

export interface ParsedTimestamp {
  /** The date as written, whatever the zone. */
  date: string;
  /** Milliseconds since 1970, finer digits cut off; without a zone it is UTC. */
  time: number;
}

/** `YYYY-MM-DD`, or a timestamp, of which the date as written counts. */
export const date: Normalizer = (value) => {
  const parsed = parse(value, 'is not a date');
  return parsed && parsed.date;
};

/** A timestamp of millisecond precision, UTC where it has no zone; a date alone is its midnight. */
export const timestamp: Normalizer = (value) => {
  const parsed = parse(value, 'is not a timestamp');
  return parsed && new Date(parsed.time).toISOString();
};

function parse(value: unknown, reason: string): ParsedTimestamp | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue(reason);
  const text = value.trim();
  if (text === '' || NO_DATE.test(text)) return null;
  const parsed = parseTimestamp(text);
  if (!parsed) throw new InvalidValue(reason);
  return parsed;
}

/** Parses `YYYY-MM-DD` or an ISO 8601 timestamp of the years 1 to 9999; undefined for anything else. */
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
