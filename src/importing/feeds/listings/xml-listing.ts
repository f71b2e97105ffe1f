import { SaxesParser } from 'saxes';
import { ImportFailed } from '../../import-errors.js';
import { type SourceRecord } from '../../record-source.js';
import { TEXT } from '../fields/record-path.js';
import {
  emptyObject,
  type FoundRecord,
  type OpenNode,
  OpenNodes,
  placeIn,
  RecordSizeLimit,
  type RecordTest,
  KEY,
} from './record-tree.js';

/**
 * Errors of the parser that are ignored: control characters, references to them, and entities that only a document
 * type could define. They stay in the text as they are written.
 */
const TOLERATED = ['disallowed character.', 'malformed character entity.', 'undefined entity.'];

/**
 * The records of an XML document; returns the rest of the document. A document type is rejected, so that XML's own
 * five entities are the only ones.
 * @param warn called for characters that XML does not allow
 * @throws ImportFailed for a document that is cut, not well-formed, or has a document type
 */
export async function* xmlListing(
  chunks: AsyncIterable<string>,
  file: string,
  recordTest: RecordTest,
  nameOf: (name: string) => string,
  warn: (message: string) => void,
): AsyncGenerator<SourceRecord, unknown> {
  const tree = new XmlTree(file, recordTest, nameOf);
  const limit = new RecordSizeLimit(file);
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
    if (!TOLERATED.some((ending) => message.endsWith(ending))) {
      throw new ImportFailed(`${file} is cut or not well-formed XML, at line ${parser.line}`);
    }
    tolerated++;
  });

  for await (const chunk of chunks) {
    limit.count(chunk.length);
    parser.write(chunk);
    if (found.length > 0) limit.reset();
    for (const record of found.splice(0)) yield { file, ...record };
  }
  parser.close();
  if (tolerated > 0) warn(`${file} has ${tolerated} characters or references that XML does not allow`);
  return tree.rest;
}

interface XmlNode extends OpenNode {
  text: string;
  /** Marked as null by `xsi:nil="true"`. */
  nil: boolean;
}

/**
 * Assembles elements: children under their names, several of one name as an array, attributes as `@name`, an element
 * with nothing but text as that text. Prefixes are dropped. Returns each record once it is closed.
 */
class XmlTree {
  /** The document without its records. */
  readonly rest = emptyObject();
  private readonly nodes: OpenNodes<XmlNode>;

  constructor(
    file: string,
    private readonly recordTest: RecordTest,
    private readonly nameOf: (name: string) => string,
  ) {
    this.nodes = new OpenNodes(file);
  }

  open(tag: string, line: number): void {
    const name = this.nameOf(localName(tag));
    this.nodes.push({
      ...placeIn(this.nodes.innermost, name),
      line,
      size: 0,
      object: emptyObject(),
      text: '',
      nil: false,
    });
  }

  attribute(name: string, value: string): void {
    const node = this.nodes.innermost;
    if (!node) return;
    const prefixed = name.includes(':');
    if (prefixed && localName(name) === 'nil') node.nil = /^(?:true|1)$/.test(value.trim());
    // Prefixed attributes describe the schema, not the program.
    if (prefixed || name === 'xmlns') return;
    node.object[`@${this.nameOf(name)}`] = value;
    this.nodes.addSize(node, 1);
  }

  text(text: string): void {
    if (this.nodes.innermost) this.nodes.innermost.text += text;
  }

  close(): FoundRecord | undefined {
    const node = this.nodes.pop();
    if (!node) return undefined;
    const match = this.recordTest(node, node.object);
    if (match === 'keyed') node.object[KEY] = node.name;
    if (match) return { line: node.line, values: node.object };
    const parent = this.nodes.innermost;
    add(parent?.object ?? this.rest, node.name, contentOf(node));
    if (parent) this.nodes.addSize(parent, node.size + 1);
    return undefined;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function contentOf({ object, text, nil }: XmlNode): unknown {
  if (nil) return null;
  const ownText = text.trim();
  if (Object.keys(object).length === 0) return ownText === '' ? null : ownText;
  if (ownText !== '') object[TEXT] = ownText;
  return object;
}

function add(object: Record<string, unknown>, name: string, value: unknown): void {
  if (!(name in object)) object[name] = value;
  else if (Array.isArray(object[name])) object[name].push(value);
  else object[name] = [object[name], value];
}
