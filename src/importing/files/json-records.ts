import { ImportFailed } from '../import-errors.js';
import { type RecordBatch, type SourceRecord } from '../record-source.js';
import { shortened, shownValue } from '../report.js';
import { looksLike } from './file-content.js';
import { jsonErrorOffset } from './json-error.js';
import { objectRecord } from './json-object-record.js';
import { isObject, parseJson } from './json-value.js';
import { locationIn, lineAndColumn, TEXT_START, type TextLocation } from './text-location.js';

/** Brackets within brackets; a row has two of them. */
const MAX_DEPTH = 100;
const MAX_ELEMENT_LENGTH = 2 * 1024 * 1024;

/**
 * The records of a JSON array of objects, numbered from 1.
 * @throws {ImportFailed} where the text is no such array, and says where it stops being one
 */
export async function* jsonRecords(chunks: AsyncIterable<string>, file: string): AsyncGenerator<RecordBatch> {
  const array = new JsonArray(file);
  for await (const chunk of chunks) yield array.push(chunk);
  array.end();
}

/** Cuts the text of a JSON array into its elements, a chunk at a time. */
class JsonArray {
  private state: 'before' | 'inside' | 'after' = 'before';
  private elements = 0;
  /** The part of the current element that was read. */
  private element = '';
  private depth = 0;
  private inString = false;
  /** The last character was a backslash in a string. */
  private escaped = false;
  private chunk = '';
  private chunkStart = TEXT_START;
  /** Where the element begins in the chunk, or where it began in an earlier one. */
  private elementStart: number | TextLocation = TEXT_START;

  constructor(private readonly file: string) {}

  push(chunk: string): SourceRecord[] {
    this.chunk = chunk;
    const records: SourceRecord[] = [];
    let offset = this.state === 'inside' ? 0 : this.skipOutside(0);
    while (offset < chunk.length) {
      const end = this.elementEnd(offset);
      this.extend(chunk.slice(offset, end));
      if (end === chunk.length) break;
      const isLast = chunk[end] === ']';
      if (!isLast || this.elements > 0 || this.element.trim() !== '') records.push(this.record());
      this.element = '';
      this.elementStart = end + 1;
      if (isLast) this.state = 'after';
      offset = isLast ? this.skipOutside(end + 1) : end + 1;
    }
    if (typeof this.elementStart === 'number') this.elementStart = this.locationOf(this.elementStart);
    this.chunkStart = this.locationOf(chunk.length);
    return records;
  }

  /** @throws {ImportFailed} where the array has not ended */
  end(): void {
    if (this.state === 'after') return;
    if (this.state === 'before') throw new ImportFailed(`${this.file} is empty, and not a JSON array`);
    this.elements++;
    const offset = jsonErrorOffset(this.element) ?? this.element.length;
    // A word or a number at the end may be cut as well.
    if (!this.inString && !/^[\w.+-]*$/.test(this.element.slice(offset).trim())) {
      throw new ImportFailed(this.invalid(offset));
    }
    const where = `${lineAndColumn(this.chunkStart)}, in element ${this.elements}`;
    throw new ImportFailed(`${this.file} is cut at ${where}: its JSON array does not end; fetch it again`);
  }

  /** Skips the blanks before and after the array, and its opening bracket. */
  private skipOutside(from: number): number {
    const blanks = /[ \t\r\n]*/y;
    blanks.lastIndex = from;
    blanks.exec(this.chunk);
    const offset = blanks.lastIndex;
    if (offset === this.chunk.length) return offset;
    if (this.state === 'before' && this.chunk[offset] === '[') {
      this.state = 'inside';
      this.elementStart = offset + 1;
      return offset + 1;
    }
    const text = this.chunk.slice(offset, offset + 1000);
    if (this.state === 'before') {
      const format = looksLike(text);
      const what = format ? `looks like ${format}` : `begins with ${shownValue(text)}`;
      throw new ImportFailed(`${this.file} is not a JSON array of objects: it ${what}`);
    }
    throw new ImportFailed(
      `${this.file} has more text after its JSON array, at ${lineAndColumn(this.locationOf(offset))}: ${shortened(text)}; a file holds one array`,
    );
  }

  /** Offset of the comma or bracket after the element; the chunk's length where it goes on in the next. */
  private elementEnd(from: number): number {
    const { chunk } = this;
    let offset = this.escaped ? from + 1 : from;
    this.escaped = false;
    while (offset < chunk.length) {
      const pattern = this.inString ? IN_STRING : STRUCTURE;
      pattern.lastIndex = offset;
      const match = pattern.exec(chunk);
      if (!match) return chunk.length;
      const [character] = match;
      offset = match.index + 1;
      if (character === '"') this.inString = !this.inString;
      else if (character === '\\') offset++;
      else if (character === '{' || character === '[') this.enter();
      else if (this.depth === 0 && character !== '}') return match.index;
      else if (character !== ',') this.depth--;
    }
    this.escaped = offset > chunk.length;
    return chunk.length;
  }

  private enter(): void {
    if (++this.depth < MAX_DEPTH) return;
    throw new ImportFailed(`${this.file}: element ${this.elements + 1} is nested too deep`);
  }

  private extend(text: string): void {
    this.element += text;
    if (this.element.length <= MAX_ELEMENT_LENGTH) return;
    throw new ImportFailed(
      `${this.file}: element ${this.elements + 1} is longer than ${MAX_ELEMENT_LENGTH} characters`,
    );
  }

  private record(): SourceRecord {
    const { element, file } = this;
    const location = { file, line: ++this.elements };
    const value = parseJson(element);
    if (value === undefined) throw new ImportFailed(this.invalid(jsonErrorOffset(element) ?? 0));
    if (!isObject(value)) {
      return { ...location, problem: { field: 'row', reason: `is not a JSON object: ${shownValue(value)}` } };
    }
    return objectRecord(location, value, element);
  }

  private invalid(offset: number): string {
    const { element, elementStart } = this;
    const start = typeof elementStart === 'number' ? this.locationOf(elementStart) : elementStart;
    const where = `${lineAndColumn(locationIn(element, offset, start))}, in element ${this.elements}`;
    const rest = element.trim() === '' ? 'a value is missing' : shortened(element.slice(offset));
    const what = rest === '' ? '' : `: ${rest}`;
    return `${this.file} is not valid JSON at ${where}${what}`;
  }

  private locationOf(offset: number): TextLocation {
    return locationIn(this.chunk, offset, this.chunkStart);
  }
}

const STRUCTURE = /["{}[\],]/g;
const IN_STRING = /["\\]/g;
