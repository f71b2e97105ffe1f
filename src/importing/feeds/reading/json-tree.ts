import { type Token } from 'stream-json/parser.js';
import {
  emptyObject,
  type FoundRecord,
  type IsRecord,
  join,
  type OpenNode,
  OpenNodes,
} from './record-tree.js';

/** From here on a double may stand for a neighbour, so the digits are kept as text. */
const LONG_INTEGER = /^-?\d{16,}$/;
const exact = (number: string): string | number => (LONG_INTEGER.test(number) ? number : Number(number));

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
    if (token.name === 'startObject') this.open();
    else if (token.name === 'startArray') this.open([]);
    else if (token.name === 'keyValue') this.nameNext(token.value);
    else if (token.name === 'numberValue') this.add(exact(token.value));
    else if ('value' in token) this.add(token.value);
    else return this.close();
    return undefined;
  }

  private nameNext(name: string): void {
    if (this.nodes.innermost) this.nodes.innermost.key = this.nameOf(name);
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
