import { ImportFailed } from '../import-errors.js';
import { type RecordBatch, type SourceRecord } from '../record-source.js';
import { shortened, shownValue } from '../report.js';
import { looksLike } from './file-content.js';
import { jsonErrorOffset } from './json-error.js';
import { objectRecord } from './json-object-record.js';
import { isObject, parseJson } from './json-value.js';
import { type Line, MAX_LINE_LENGTH } from './lines.js';

/**
 * The records of an NDJSON file: one object a line; empty lines are skipped.
 * @throws {ImportFailed} where the first line is that of another format
 */
export async function* ndjsonRecords(
  lineBatches: AsyncIterable<Line[]>,
  file: string,
): AsyncGenerator<RecordBatch> {
  let isFirst = true;
  for await (const lines of lineBatches) {
    const records: SourceRecord[] = [];
    for (const line of lines) {
      if (!line.tooLong && line.text.trim() === '') continue;
      if (isFirst) checkFormat(line.text, file);
      isFirst = false;
      records.push(ndjsonRecord(line, file));
    }
    yield records;
  }
}

function checkFormat(line: string, file: string): void {
  const text = line.trimStart();
  const format = text.startsWith('{') ? undefined : looksLike(text);
  if (format) throw new ImportFailed(`${file} is not NDJSON, one object a line: it looks like ${format}`);
}

function ndjsonRecord({ number, text: line, tooLong }: Line, file: string): SourceRecord {
  const location = { file, line: number };
  // Files that were joined have a byte order mark at the beginning of each.
  const text = line.startsWith('\ufeff') ? line.slice(1) : line;
  const value = tooLong ? undefined : parseJson(text);
  if (isObject(value)) return objectRecord(location, value, text);
  return { ...location, problem: { field: 'row', reason: reasonOf(value, text, tooLong) } };
}

function reasonOf(value: unknown, text: string, tooLong: boolean): string {
  if (tooLong) return `is longer than ${MAX_LINE_LENGTH} characters`;
  if (value !== undefined) return `is not a JSON object: ${shownValue(value)}`;
  const offset = jsonErrorOffset(text) ?? 0;
  if (offset < text.length) {
    return `is not valid JSON at column ${offset + 1}: ${shortened(text.slice(offset))}`;
  }
  return `is not valid JSON: it is cut at column ${offset + 1}: ${shortened(text)}`;
}
