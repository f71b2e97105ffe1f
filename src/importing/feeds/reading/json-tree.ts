import { type Token } from 'stream-json/parser.js';
import { type Scalar } from '../values/path.js';
import {
  emptyObject,
  type FoundRecord,
  type IsRecord,
  join,
  type OpenNode,
  OpenNodes,
} from './record-tree.js';

/** From here on a double may stand for a neighbour; the digits are kept as text. */
const LONG_INTEGER = /^-?\d{16,}$/;

interface JsonNode extends OpenNode {
  /** The elements, where it is an array. */
  elements?: unknown[];
  /** The name that the next value has. */
  key: string;
}

/** Puts values together of the tokens of JSON, hands out each record once it is closed, and keeps what is left. */
export class JsonTree {
  /** What is left of the document without its records; undefined until its end. */
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
    switch (token.name) {
      case 'startObject':
        this.open();
        return undefined;
      case 'startArray':
        this.open([]);
        return undefined;
      case 'keyValue':
        if (this.nodes.innermost) this.nodes.innermost.key = this.nameOf(token.value);
        return undefined;
      case 'endObject':
      case 'endArray':
        return this.close();
      case 'numberValue':
        this.add(LONG_INTEGER.test(token.value) ? token.value : Number(token.value));
        return undefined;
      default:
        if ('value' in token) this.add(token.value satisfies Scalar);
        return undefined;
    }
  }

  private open(elements?: unknown[]): void {
    const holder = this.nodes.innermost;
    const name = holder?.elements ? holder.name : (holder?.key ?? '');
    const path = holder ? (holder.elements ? holder.path : join(holder.path, name)) : '';
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
    const holder = this.nodes.innermost;
    if (!holder) {
      this.rest = value;
      return;
    }
    if (holder.elements) holder.elements.push(value);
    else holder.object[holder.key] = value;
    this.nodes.grow(holder, size);
  }
}
