import { type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Token } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { withParser } from 'stream-json/utils/with-parser.js';
import { ImportFailed } from '../import-errors.js';
import { type SourceRecord } from '../record-source.js';
import { exactNumber, isObject } from './json-value.js';
import { sourceRecord } from './utf8-text.js';

/** Characters that may pass without an element being complete: the longest element, and what the streams hold. */
const LONGEST_ELEMENT = 2 * 1024 * 1024;

/** The records of a JSON array of objects, numbered from 1. Anything that is not such an array fails the import. */
export async function* jsonRecords(
  chunks: AsyncIterable<string>,
  file: string,
): AsyncGenerator<SourceRecord> {
  let elements = 0;
  let sinceElement = 0;
  async function* bounded(): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      sinceElement += chunk.length;
      if (sinceElement > LONGEST_ELEMENT) {
        throw new ImportFailed(
          `${file}: element ${elements + 1} is longer than ${LONGEST_ELEMENT} characters`,
        );
      }
      yield chunk;
    }
  }
  const array = jsonElements(file);
  const reading = pipeline(bounded, array).catch((error: unknown) => error);
  try {
    for await (const { value } of array as AsyncIterable<{ value: unknown }>) {
      sinceElement = 0;
      const place = { file, line: ++elements };
      if (isObject(value)) yield sourceRecord(place, value);
      else yield { ...place, problem: { field: 'row', reason: 'is not a JSON object' } };
    }
  } catch (error) {
    if (error instanceof ImportFailed) throw error;
    throw new ImportFailed(
      `${file} is not a whole JSON array of objects; it was read up to element ${elements}`,
    );
  } finally {
    array.destroy();
    await reading;
  }
}

/** Brackets within brackets; a row has two of them. */
const MAX_DEPTH = 100;

/**
 * Takes the text of a JSON array and gives its elements as `{ value }`; a number is what `exactNumber` says. It breaks
 * where the text is no such array, and with `ImportFailed` at an element that nests without end.
 */
function jsonElements(file: string): Duplex {
  // Whole tokens alone: a number in pieces could not be looked at.
  return withParser.asStream(() => exactArray(file), { packValues: true, streamValues: false });
}

type ArrayOfTokens = ReturnType<typeof streamArray>;

function exactArray(file: string): ArrayOfTokens {
  const array = streamArray({ objectFilter: notTooDeep(file), includeUndecided: true });
  const exact = (token: Token) =>
    array(token.name === 'numberValue' ? { ...token, value: String(exactNumber(token.value)) } : token);
  // The type asks for a mark of functions that want to know of the end; this one needs none.
  return exact as ArrayOfTokens;
}

/** Never decides on an element: it only stops the parser in one that nests without end. */
function notTooDeep(file: string): (assembler: { depth: number }) => undefined {
  let element = 0;
  return ({ depth }) => {
    // Where the array itself begins, and behind each of its elements.
    if (depth === 1) element++;
    if (depth > MAX_DEPTH) throw new ImportFailed(`${file}: element ${element} is nested too deep`);
  };
}
