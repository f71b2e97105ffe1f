import { isUtf8 } from 'node:buffer';
import { type RecordLocation, type Problem, type SourceRecord } from '../record-source.js';
import { shownValue } from '../report.js';

/**
 * Replaces bytes that are not UTF-8 in the text: a noncharacter, which exchanged text may not contain, so that the
 * row differs from one that has a replacement character itself.
 */
export const NOT_UTF8 = '\ufdd0';
const REPLACEMENT = Buffer.from('\ufffd');

/** Decodes UTF-8, without its byte order mark. Bytes that are not UTF-8 become `NOT_UTF8`. */
export async function* utf8Text(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  let isStart = true;
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - cutCharacter(bytes);
    rest = Buffer.from(bytes.subarray(whole));
    let text = decode(bytes.subarray(0, whole));
    if (isStart) text = text.replace(/^\ufeff+/, '');
    isStart &&= text === '';
    if (text !== '') yield text;
  }
  if (rest.length > 0) yield decode(rest);
}

/** How many bytes at the end belong to a character that goes on in the next chunk. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(REPLACEMENT, start);
    const end = found < 0 ? bytes.length : found;
    parts.push(bytes.toString('utf8', start, end).replaceAll('\ufffd', NOT_UTF8));
    start = end + REPLACEMENT.length;
  }
  return parts.join('\ufffd');
}

type Values = Readonly<Record<string, unknown>>;

/** A record of these values; rejected where one of them has bytes that are not UTF-8. */
export function sourceRecord(location: RecordLocation, values: Values): SourceRecord {
  for (const name of Object.keys(values)) {
    const problem = problemOf(name, values[name]);
    if (problem) return { ...location, problem, values: validValues(values) };
  }
  return { ...location, values };
}

/** Without the invalid values, so that none of them is read as the key. */
const validValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !problemOf(name, value)));

function problemOf(name: string, value: unknown): Problem | undefined {
  if (name.includes(NOT_UTF8)) return { field: 'row', reason: invalid(name) };
  if (typeof value === 'string') {
    return value.includes(NOT_UTF8) ? { field: name, reason: invalid(value) } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const text = JSON.stringify(value);
    return text.includes(NOT_UTF8) ? { field: name, reason: invalid(text) } : undefined;
  } catch {
    return { field: name, reason: 'is nested too deep to be checked for valid UTF-8' };
  }
}

const invalid = (text: string): string =>
  `is not valid UTF-8: ${shownValue(text.replaceAll(NOT_UTF8, '\ufffd'))}`;
