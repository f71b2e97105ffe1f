import { type SourceRecord } from '../record-source.js';
import { sourceRecord } from './utf8-text.js';
import { isObject, parseJson } from './json-value.js';
import { type Line, MAX_LINE_LENGTH } from './lines.js';
import { NOT_UTF8 } from './utf8-text.js';

/** The records of an NDJSON file: one object a line; empty lines are skipped. */
export async function* ndjsonRecords(
  batches: AsyncIterable<Line[]>,
  file: string,
): AsyncGenerator<SourceRecord> {
  for await (const lines of batches) {
    for (const line of lines) {
      if (line.tooLong || line.text.trim() !== '') yield ndjsonRecord(line, file);
    }
  }
}

function ndjsonRecord({ number, text, tooLong }: Line, file: string): SourceRecord {
  const place = { file, line: number };
  if (tooLong) {
    return { ...place, problem: { field: 'row', reason: `is longer than ${MAX_LINE_LENGTH} characters` } };
  }
  const value = parseJson(text);
  if (value === undefined) return { ...place, problem: { field: 'row', reason: 'is not valid JSON' } };
  if (!isObject(value)) return { ...place, problem: { field: 'row', reason: 'is not a JSON object' } };
  return text.includes(NOT_UTF8) ? sourceRecord(place, value) : { ...place, values: value };
}
