import { TEXT } from '../values/path.js';
import {
  emptyObject,
  type FoundRecord,
  type IsRecord,
  join,
  type OpenNode,
  OpenNodes,
} from './record-tree.js';

interface XmlNode extends OpenNode {
  text: string;
  /** Said to be nothing, as `xsi:nil="true"` does. */
  nil: boolean;
}

/**
 * Puts elements together: children under their names, several of one name as an array, attributes as `@name`, an
 * element of nothing but text as that text. Prefixes are dropped. Hands out each record once it is closed.
 */
export class XmlTree {
  /** What is left of the document without its records. */
  readonly rest = emptyObject();
  private readonly nodes: OpenNodes<XmlNode>;

  constructor(
    file: string,
    private readonly isRecord: IsRecord,
    private readonly nameOf: (name: string) => string,
  ) {
    this.nodes = new OpenNodes(file);
  }

  open(tag: string, line: number): void {
    const name = this.nameOf(localName(tag));
    const path = join(this.nodes.innermost?.path ?? '', name);
    this.nodes.push({ path, name, line, size: 0, object: emptyObject(), text: '', nil: false });
  }

  attribute(name: string, value: string): void {
    const node = this.nodes.innermost;
    if (!node) return;
    const prefixed = name.includes(':');
    if (prefixed && localName(name) === 'nil') node.nil = /^(?:true|1)$/.test(value.trim());
    // Prefixed ones speak of the schema, not of the program.
    if (prefixed || name === 'xmlns') return;
    node.object[`@${this.nameOf(name)}`] = value;
    this.nodes.grow(node, 1);
  }

  text(text: string): void {
    if (this.nodes.innermost) this.nodes.innermost.text += text;
  }

  close(): FoundRecord | undefined {
    const node = this.nodes.pop();
    if (!node) return undefined;
    if (this.isRecord(node.path, node.object)) return { line: node.line, values: node.object };
    const holder = this.nodes.innermost;
    add(holder?.object ?? this.rest, node.name, contentOf(node));
    if (holder) this.nodes.grow(holder, node.size + 1);
    return undefined;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function contentOf({ object, text, nil }: XmlNode): unknown {
  if (nil) return null;
  const own = text.trim();
  if (Object.keys(object).length === 0) return own === '' ? null : own;
  if (own !== '') object[TEXT] = own;
  return object;
}

function add(object: Record<string, unknown>, name: string, value: unknown): void {
  if (!(name in object)) object[name] = value;
  else if (Array.isArray(object[name])) object[name].push(value);
  else object[name] = [object[name], value];
}
