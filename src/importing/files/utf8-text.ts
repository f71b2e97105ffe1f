import { isUtf8 } from 'node:buffer';
import { ImportFailed } from '../import-errors.js';
import { type RecordLocation, type Problem, type SourceRecord } from '../record-source.js';

/**
 * Stands in the text where bytes are not UTF-8: a noncharacter, which no text may hold for interchange, so that the
 * row can be told from one that holds a replacement character of its own.
 */
export const NOT_UTF8 = '\ufdd0';
const REPLACEMENT = Buffer.from('\ufffd');

/** Decodes UTF-8, without its byte order mark. Bytes that are not UTF-8 become `NOT_UTF8`. */
export async function* utf8Text(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  let first = true;
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - cutCharacter(bytes);
    rest = Buffer.from(bytes.subarray(whole));
    let text = decode(bytes.subarray(0, whole));
    if (first && text !== '') {
      first = false;
      if (isUtf16(bytes)) throw new ImportFailed(`${file} is UTF-16; UTF-8 is expected`);
      if (text.startsWith('\ufeff')) text = text.slice(1);
    }
    if (text !== '') yield text;
  }
  if (rest.length > 0) yield decode(rest);
}

function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
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

/** The record, broken where one of its values holds bytes that were not UTF-8. */
export function sourceRecord(place: RecordLocation, values: Values): SourceRecord {
  for (const name of Object.keys(values)) {
    const problem = problemOf(name, values[name]);
    if (problem) return { ...place, problem, values: readable(values) };
  }
  return { ...place, values };
}

/** Without the broken values, so that none of them is taken for the key. */
function readable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !problemOf(name, value)));
}

function problemOf(name: string, value: unknown): Problem | undefined {
  const reason = 'is not valid UTF-8';
  if (name.includes(NOT_UTF8)) return { field: 'row', reason };
  if (typeof value === 'string') return value.includes(NOT_UTF8) ? { field: name, reason } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return JSON.stringify(value).includes(NOT_UTF8) ? { field: name, reason } : undefined;
  } catch {
    return { field: name, reason: 'is nested too deep to be looked through' };
  }
}
