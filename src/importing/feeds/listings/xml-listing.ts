import { SaxesParser } from 'saxes';
import { ImportFailed } from '../../import-errors.js';
import { type RecordBatch, type SourceRecord } from '../../record-source.js';
import { TEXT } from '../fields/record-path.js';
import {
  addNamed,
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
const CUT = /^(?:unclosed tag: (.*)|unexpected end\.)$/;
const DECLARATION = 'an XML declaration must be at the start';
const SECOND_DOCUMENT = new RegExp(`^(?:documents may contain only one root|${DECLARATION})`);

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
): AsyncGenerator<RecordBatch, unknown> {
  const tree = new XmlTree(file, recordTest, nameOf);
  const limit = new RecordSizeLimit(file);
  const parser = new SaxesParser();
  const ampersands = new BareAmpersands();
  let found: SourceRecord[] = [];
  let tolerated = 0;
  let begun = false;
  parser.on('opentagstart', ({ name }) => {
    begun = true;
    tree.open(name, parser.line);
  });
  parser.on('attribute', ({ name, value }) => tree.attribute(name, value));
  parser.on('text', (text) => tree.text(text));
  parser.on('cdata', (text) => tree.text(text));
  parser.on('closetag', () => {
    const record = tree.close();
    if (record) found.push({ file, ...record });
  });
  parser.on('doctype', () => {
    throw new ImportFailed(`${file} has a document type (DTD), which no feed needs; it is not read`);
  });
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '');
    // Blanks before the declaration do no harm.
    if (!begun && reason.startsWith(DECLARATION)) return;
    if (!TOLERATED.includes(reason)) throw new ImportFailed(xmlError(file, reason, parser));
    tolerated++;
  });

  for await (const chunk of chunks) {
    limit.count(chunk.length);
    parser.write(ampersands.escape(chunk));
    if (found.length > 0) limit.reset();
    yield found;
    found = [];
  }
  parser.write(ampersands.end());
  parser.close();
  yield found;
  tolerated += ampersands.count;
  if (tolerated > 0) warn(`${file} has ${tolerated} characters or references that XML does not allow`);
  return tree.rest;
}

/** What is wrong with a document, where, and what to do. */
function xmlError(file: string, reason: string, { line, columnIndex }: SaxesParser): string {
  const where = `line ${line}, column ${columnIndex}`;
  const [isCut, element] = CUT.exec(reason) ?? [];
  if (isCut !== undefined) {
    return `${file} is cut at ${where}: ${element === undefined ? 'its XML' : `its element ${element}`} does not end; fetch it again`;
  }
  if (SECOND_DOCUMENT.test(reason)) {
    return `${file} has a second XML document at ${where}; save each response in a file of its own`;
  }
  return `${file} is not well-formed XML at ${where}: ${reason.replace(/\.$/, '')}; fetch it again, or report it to the network`;
}

/** Escapes each `&` that begins no reference, since the parser would take all up to the next `;` for a name. */
class BareAmpersands {
  count = 0;
  private pending = '';
  /** The end of the CDATA section, comment or instruction that the text is in, where `&` is an ordinary character. */
  private until: ']]>' | '-->' | '?>' | undefined;

  escape(chunk: string): string {
    const text = this.pending + chunk;
    const end = text.search(UNFINISHED);
    this.pending = end < 0 ? '' : text.slice(end);
    return this.convert(end < 0 ? text : text.slice(0, end));
  }

  end(): string {
    return this.convert(this.pending);
  }

  private convert(text: string): string {
    let converted = '';
    let offset = 0;
    while (offset < text.length) {
      if (this.until !== undefined) {
        const end = text.indexOf(this.until, offset);
        if (end < 0) return converted + text.slice(offset);
        converted += text.slice(offset, end + this.until.length);
        offset = end + this.until.length;
        this.until = undefined;
      } else {
        MARKUP.lastIndex = offset;
        const match = MARKUP.exec(text);
        if (!match) return converted + text.slice(offset);
        const [mark] = match;
        converted += text.slice(offset, match.index);
        if (mark !== '&') {
          this.until = ENDS[mark];
          converted += mark;
        } else {
          REFERENCE.lastIndex = match.index;
          const isReference = REFERENCE.test(text);
          if (!isReference) this.count++;
          converted += isReference ? '&' : '&amp;';
        }
        offset = match.index + mark.length;
      }
    }
    return converted;
  }
}

const MARKUP = /&|<!--|<!\[CDATA\[|<\?/g;
const ENDS: Readonly<Record<string, ']]>' | '-->' | '?>'>> = {
  '<!--': '-->',
  '<![CDATA[': ']]>',
  '<?': '?>',
};
/** The beginning of a reference or of a mark at the end of a chunk. */
const UNFINISHED = /(?:&[#\w.-]{0,38}|<(?:!(?:-|\[[CDAT]{0,5})?)?|\]{1,2}|--?|\?)$/;
const REFERENCE = /&(?:#\d{1,8}|#x[\da-f]{1,8}|[a-z_][\w.-]{0,35});/iy;

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
    addNamed(parent?.object ?? this.rest, node.name, contentOf(node));
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
