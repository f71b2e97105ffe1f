import { jsonParser, type Token } from 'stream-json/parser.js';
import { JsonSyntax } from '../../files/json-error.js';
import { lineAndColumn, locationIn, TEXT_START } from '../../files/text-location.js';
import { ImportFailed } from '../../import-errors.js';
import { type RecordBatch, type SourceRecord } from '../../record-source.js';
import { shownValue } from '../../report.js';
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
  type NodePlace,
} from './record-tree.js';

/**
 * The records of a JSON document, numbered from 1; returns the rest of the document.
 * @throws ImportFailed for a document that is cut or not JSON, and says where
 */
export async function* jsonListing(
  chunks: AsyncIterable<string>,
  file: string,
  recordTest: RecordTest,
  nameOf: (name: string) => string,
): AsyncGenerator<RecordBatch, unknown> {
  const parse = jsonParser({ packValues: true, streamValues: false });
  const document = new JsonDocument(file);
  const tree = new JsonTree(file, recordTest, nameOf);
  const limit = new RecordSizeLimit(file);
  for await (const chunk of chunks) {
    limit.count(chunk.length);
    const tokens = parse(document.validText(chunk));
    const records: SourceRecord[] = [];
    for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
      const record = tree.take(token);
      if (!record) continue;
      limit.reset();
      records.push({ file, ...record });
    }
    yield records;
  }
  document.checkEnd();
  return tree.rest;
}

/** Checks that a text is one JSON document, since the parser does not say where it is not. */
class JsonDocument {
  private readonly syntax = new JsonSyntax();
  /** The location of the first text that the syntax check has not consumed yet. */
  private start = TEXT_START;

  constructor(private readonly file: string) {}

  /** The text since the last call that is known to be valid; what may be the beginning of a token is kept. */
  validText(chunk: string): string {
    const text = this.syntax.pending + chunk;
    const offset = this.syntax.push(chunk);
    if (offset !== undefined)
      this.fail(text.slice(offset), lineAndColumn(locationIn(text, offset, this.start)));
    const end = text.length - this.syntax.pending.length;
    this.start = locationIn(text, end, this.start);
    return text.slice(0, end);
  }

  checkEnd(): void {
    const { pending } = this.syntax;
    if (this.syntax.end()) return;
    const where = lineAndColumn(locationIn(pending, pending.length, this.start));
    throw new ImportFailed(`${this.file} is cut at ${where}: its JSON does not end; fetch it again`);
  }

  private fail(rest: string, where: string): never {
    const { file, syntax } = this;
    if (!syntax.isComplete) {
      throw new ImportFailed(
        `${file} is not valid JSON at ${where}: ${shownValue(rest)}; fetch it again, or report it to the network`,
      );
    }
    if (/^[[{]/.test(rest)) {
      throw new ImportFailed(
        `${file} has a second JSON document at ${where}; save each response in a file of its own, or read one object a line as ndjson`,
      );
    }
    throw new ImportFailed(`${file} has more text after its JSON, at ${where}: ${shownValue(rest)}`);
  }
}

/** A double does not hold every integer of this length exactly, so the digits are kept as text. */
const LONG_INTEGER = /^-?\d{16,}$/;
const exactNumber = (number: string): string | number =>
  LONG_INTEGER.test(number) ? number : Number(number);

interface JsonNode extends OpenNode {
  /** Only of an array. */
  elements?: unknown[];
  /** The name of the next value. */
  key: string;
}

/** Assembles the tokens of a JSON document: returns each complete record, and keeps the rest of the document. */
class JsonTree {
  /** The document without its records; undefined until its end. */
  rest: unknown;
  private readonly nodes: OpenNodes<JsonNode>;
  private records = 0;

  constructor(
    file: string,
    private readonly recordTest: RecordTest,
    private readonly nameOf: (name: string) => string,
  ) {
    this.nodes = new OpenNodes(file);
  }

  take(token: Token): FoundRecord | undefined {
    if (token.name === 'startObject') this.open();
    else if (token.name === 'startArray') this.open([]);
    else if (token.name === 'keyValue') this.nameNext(token.value);
    else if (token.name === 'numberValue') return this.addScalar(exactNumber(token.value));
    else if ('value' in token) return this.addScalar(token.value);
    else return this.close();
    return undefined;
  }

  private nameNext(name: string): void {
    if (this.nodes.innermost) this.nodes.innermost.key = this.nameOf(name);
  }

  private open(elements?: unknown[]): void {
    const node = { ...this.nextPlace(), key: '', line: 0, size: 0, object: emptyObject() };
    this.nodes.push(elements ? { ...node, elements } : node);
  }

  /** The place of the next value; elements of an array have the place of the array. */
  private nextPlace(): NodePlace {
    const parent = this.nodes.innermost;
    if (!parent?.elements) return placeIn(parent, parent?.key ?? '');
    return { path: parent.path, parentPath: parent.parentPath, name: parent.name };
  }

  private close(): FoundRecord | undefined {
    const node = this.nodes.pop();
    if (!node) return undefined;
    const match = node.elements || !this.nodes.innermost ? undefined : this.recordTest(node, node.object);
    if (!match) {
      this.add(node.elements ?? node.object, node.size + 1);
      return undefined;
    }
    if (match === 'keyed') node.object[KEY] = node.name;
    return { line: ++this.records, values: node.object };
  }

  /** A scalar among records is a broken record, so that it is reported. */
  private addScalar(value: unknown): FoundRecord | undefined {
    const parent = this.nodes.innermost;
    const place = this.nextPlace();
    const match = parent && this.recordTest(place, emptyObject());
    if (match !== 'keyed' && !(match && parent?.elements)) {
      this.add(value);
      return undefined;
    }
    const problem = { field: 'row', reason: `is not a JSON object: ${shownValue(value)}` };
    return { line: ++this.records, problem, ...(match === 'keyed' && { values: { [KEY]: place.name } }) };
  }

  private add(value: unknown, size = 1): void {
    const parent = this.nodes.innermost;
    if (!parent) {
      this.rest = value;
      return;
    }
    if (parent.elements) parent.elements.push(value);
    else addNamed(parent.object, parent.key, value);
    this.nodes.addSize(parent, size);
  }
}
