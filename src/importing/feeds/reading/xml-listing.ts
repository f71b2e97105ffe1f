import { SaxesParser } from 'saxes';
import { ImportFailed } from '../../import-errors.js';
import { type SourceRecord } from '../../record-source.js';
import { type FoundRecord, type IsRecord } from './record-tree.js';
import { Patience } from './patience.js';
import { XmlTree } from './xml-tree.js';

/**
 * What the parser objects to and reads over all the same: control characters, references to them, and entities that
 * only a document type could define. What they stand for stays in the text as it is written.
 */
const TOLERATED = ['disallowed character.', 'malformed character entity.', 'undefined entity.'];

/**
 * The records of an XML document; returns what is left of the document without them. A document type is refused, so
 * there are no entities but XML's own five. Throws `ImportFailed` where the document is cut or not well-formed.
 * @param warn told of characters that XML does not allow
 */
export async function* xmlListing(
  chunks: AsyncIterable<string>,
  file: string,
  isRecord: IsRecord,
  nameOf: (name: string) => string,
  warn: (message: string) => void,
): AsyncGenerator<SourceRecord, unknown> {
  const tree = new XmlTree(file, isRecord, nameOf);
  const patience = new Patience(file);
  const parser = new SaxesParser();
  const found: FoundRecord[] = [];
  let tolerated = 0;
  parser.on('opentagstart', ({ name }) => tree.open(name, parser.line));
  parser.on('attribute', ({ name, value }) => tree.attribute(name, value));
  parser.on('text', (text) => tree.text(text));
  parser.on('cdata', (text) => tree.text(text));
  parser.on('closetag', () => {
    const record = tree.close();
    if (record) found.push(record);
  });
  parser.on('doctype', () => {
    throw new ImportFailed(`${file} has a document type (DTD), which no feed needs; it is not read`);
  });
  parser.on('error', ({ message }) => {
    if (!TOLERATED.some((objection) => message.endsWith(objection))) {
      throw new ImportFailed(`${file} is cut or not well-formed XML, at line ${parser.line}`);
    }
    tolerated++;
  });

  for await (const chunk of chunks) {
    patience.spend(chunk.length);
    parser.write(chunk);
    if (found.length > 0) patience.renew();
    for (const record of found.splice(0)) yield { file, ...record };
  }
  parser.close();
  if (tolerated > 0) warn(`${file} has ${tolerated} characters or references that XML does not allow`);
  return tree.rest;
}
