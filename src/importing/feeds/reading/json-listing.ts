import { jsonParser } from 'stream-json/parser.js';
import { ImportFailed } from '../../import-errors.js';
import { type SourceRecord } from '../../record-source.js';
import { type IsRecord } from './record-tree.js';
import { JsonTree } from './json-tree.js';
import { Patience } from './patience.js';

/**
 * The records of a JSON document, numbered from 1; returns what is left of the document without them.
 * Throws `ImportFailed` where it is cut or no JSON.
 */
export async function* jsonListing(
  chunks: AsyncIterable<string>,
  file: string,
  isRecord: IsRecord,
  nameOf: (name: string) => string,
): AsyncGenerator<SourceRecord, unknown> {
  const parse = jsonParser({ packValues: true, streamValues: false });
  const tree = new JsonTree(file, isRecord, nameOf);
  const patience = new Patience(file);
  for await (const chunk of chunks) {
    patience.spend(chunk.length);
    for (const token of tokensOf(chunk)) {
      const record = tree.take(token);
      if (!record) continue;
      patience.renew();
      yield { file, ...record };
    }
  }
  if (tree.rest === undefined) throw new ImportFailed(`${file} is cut: its JSON does not end`);
  return tree.rest;

  function tokensOf(chunk: string) {
    try {
      const tokens = parse(chunk);
      return typeof tokens === 'symbol' ? [] : tokens.values;
    } catch {
      throw new ImportFailed(`${file} is not valid JSON`);
    }
  }
}
