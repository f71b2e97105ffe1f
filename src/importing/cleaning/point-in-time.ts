const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

export interface PointInTime {
  /** The date as written, whatever the zone. */
  date: string;
  /** Milliseconds since 1970, finer digits cut off; without a zone it is UTC. */
  time: number;
}

/** Reads `YYYY-MM-DD` or an ISO 8601 timestamp from the years 1 to 9999; undefined for anything else. */
export function pointInTime(value: string): PointInTime | undefined {
  const parts = SHAPE.exec(value);
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone] =
    parts;
  const date = `${year}-${month}-${day}`;
  const written = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // The parser moves 30 February on into March and 24:00 to the next day.
  if (!(written >= EARLIEST) || new Date(written).toISOString().slice(0, 13) !== `${date}T${hour}`) {
    return undefined;
  }
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const time = written - offset * 60_000;
  return time >= EARLIEST && time <= LATEST ? { date, time } : undefined;
}

/** Minutes east of Greenwich; undefined where there is no such zone. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
