import { jsonParser, type Token } from 'stream-json/parser.js';
import { ImportFailed } from '../../import-errors.js';
import { type SourceRecord } from '../../record-source.js';
import {
  emptyObject,
  type FoundRecord,
  type IsRecord,
  joinPath,
  type OpenNode,
  OpenNodes,
  RecordSizeLimit,
} from './record-tree.js';

/**
 * The records of a JSON document, numbered from 1; returns the rest of the document.
 * @throws ImportFailed for a document that is cut or not JSON
 */
export async function* jsonListing(
  chunks: AsyncIterable<string>,
  file: string,
  isRecord: IsRecord,
  nameOf: (name: string) => string,
): AsyncGenerator<SourceRecord, unknown> {
  const parse = jsonParser({ packValues: true, streamValues: false });
  const tree = new JsonTree(file, isRecord, nameOf);
  const limit = new RecordSizeLimit(file);
  for await (const chunk of chunks) {
    limit.count(chunk.length);
    for (const token of tokensOf(chunk)) {
      const record = tree.take(token);
      if (!record) continue;
      limit.reset();
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

/** Assembles the tokens of a JSON document: returns each record once it is complete, and keeps the rest of the document. */
class JsonTree {
  /** The document without its records; undefined until its end. */
  rest: unknown;
  private readonly nodes: OpenNodes<JsonNode>;
  private records = 0;

  constructor(
    file: string,
    private readonly isRecord: IsRecord,
    private readonly nameOf: (name: string) => string,
  ) {
    this.nodes = new OpenNodes(file);
  }

  take(token: Token): FoundRecord | undefined {
    if (token.name === 'startObject') this.open();
    else if (token.name === 'startArray') this.open([]);
    else if (token.name === 'keyValue') this.nameNext(token.value);
    else if (token.name === 'numberValue') this.add(exactNumber(token.value));
    else if ('value' in token) this.add(token.value);
    else return this.close();
    return undefined;
  }

  private nameNext(name: string): void {
    if (this.nodes.innermost) this.nodes.innermost.key = this.nameOf(name);
  }

  private open(elements?: unknown[]): void {
    const parent = this.nodes.innermost;
    const name = parent?.elements ? parent.name : (parent?.key ?? '');
    const path = parent ? (parent.elements ? parent.path : joinPath(parent.path, name)) : '';
    const node = { path, name, key: '', line: 0, size: 0, object: emptyObject() };
    this.nodes.push(elements ? { ...node, elements } : node);
  }

  private close(): FoundRecord | undefined {
    const node = this.nodes.pop();
    if (!node) return undefined;
    if (!node.elements && this.nodes.innermost && this.isRecord(node.path, node.object)) {
      return { line: ++this.records, values: node.object };
    }
    this.add(node.elements ?? node.object, node.size + 1);
    return undefined;
  }

  private add(value: unknown, size = 1): void {
    const parent = this.nodes.innermost;
    if (!parent) {
      this.rest = value;
      return;
    }
    if (parent.elements) parent.elements.push(value);
    else parent.object[parent.key] = value;
    this.nodes.addSize(parent, size);
  }
}
