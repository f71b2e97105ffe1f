import { pipeline } from 'node:stream/promises';
import { ImportFailed } from '../import-errors.js';
import { type SourceRecord } from '../record-source.js';
import { recordOf } from './broken-text.js';
import { jsonElements } from './json-elements.js';
import { isObject } from './json-value.js';

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
      if (isObject(value)) yield recordOf(place, value);
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
