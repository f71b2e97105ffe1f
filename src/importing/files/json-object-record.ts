import { type RecordLocation, type SourceRecord } from '../record-source.js';
import { shownValue } from '../report.js';
import { NOT_UTF8, sourceRecord } from './utf8-text.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * A record of a JSON object; rejected where a name is repeated, of which the parser kept the last value only, or where
 * bytes are not UTF-8.
 * @param text the object's valid JSON
 */
export function objectRecord(location: RecordLocation, values: Values, text: string): SourceRecord {
  const repeated = repeatedName(text, values);
  if (repeated !== undefined) {
    const problem = { field: 'row', reason: `has the name ${shownValue(repeated)} twice` };
    return { ...location, problem, values: { ...values, [repeated]: undefined } };
  }
  return text.includes(NOT_UTF8) ? sourceRecord(location, values) : { ...location, values };
}

/** A string, or a sign of the structure; it cannot backtrack. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** A name that an object of the text, or one within it, has twice. */
function repeatedName(text: string, values: Values): string | undefined {
  // Most rows are an object without others in it.
  if (maxNames(text) === Object.keys(values).length) return undefined;
  const names: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') names.push(new Set());
    else if (token === '}') names.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      if (names.at(-1)?.has(name)) return name;
      names.at(-1)?.add(name);
    }
    last = token;
  }
  return undefined;
}

const QUOTE = 0x22;
const isWhiteSpace = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

/** An upper bound of the number of names: that of the colons behind a quote, some of which may be within strings. */
function maxNames(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (isWhiteSpace(text.charCodeAt(before))) before--;
    if (text.charCodeAt(before) === QUOTE) count++;
  }
  return count;
}
