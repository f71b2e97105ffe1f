import { ImportFailed } from '../../import-errors.js';
import { type Problem } from '../../record-source.js';
import { type FeedRecord } from '../feed-definition.js';

/** Levels of nesting; a feed has fewer than ten. */
const MAX_DEPTH = 64;
/** Values outside of all records, which are kept because the declared total is among them. */
const MAX_OTHER_VALUES = 200_000;
/** Characters of one record, and between two records. */
const MAX_RECORD_LENGTH = 8 * 1024 * 1024;

/** A complete record, and the line or number at which it begins; with a problem where a record was expected. */
export type FoundRecord = { line: number } & (
  { values: FeedRecord } | { problem: Problem; values?: FeedRecord }
);

/** The name under which a record in a keyed object has its key. */
export const KEY = '@key';

/** A place in a document, where a record may be. */
export interface NodePlace {
  /** The names that lead to it, with dots between them. */
  path: string;
  /** The path of the object that has it, or has the array that has it; undefined for the root. */
  parentPath: string | undefined;
  /** Its name in that object. */
  name: string;
}

/** Whether a node is a record: at a path of its own, or one of the values of a keyed object. */
export type RecordTest = (place: NodePlace, object: FeedRecord) => 'at path' | 'keyed' | undefined;

/** An object, array or element that is not closed yet. */
export interface OpenNode extends NodePlace {
  line: number;
  /** Number of its values, those of its children included. */
  size: number;
  object: Record<string, unknown>;
}

/** The stack of open nodes of a document. Its limits keep a hostile file from filling the memory. */
export class OpenNodes<Node extends OpenNode> {
  private readonly nodes: Node[] = [];

  constructor(private readonly file: string) {}

  get innermost(): Node | undefined {
    return this.nodes.at(-1);
  }

  push(node: Node): void {
    if (this.nodes.length >= MAX_DEPTH)
      throw new ImportFailed(`${this.file} is nested deeper than ${MAX_DEPTH} levels`);
    this.nodes.push(node);
  }

  pop(): Node | undefined {
    return this.nodes.pop();
  }

  /** Counts values that were added to a node. */
  addSize(node: OpenNode, size: number): void {
    node.size += size;
    if (node.size > MAX_OTHER_VALUES)
      throw new ImportFailed(`${this.file} has more than ${MAX_OTHER_VALUES} values outside of its programs`);
  }
}

/** Limits the characters that are read without completing a record. */
export class RecordSizeLimit {
  private left = MAX_RECORD_LENGTH;

  constructor(private readonly file: string) {}

  count(characters: number): void {
    this.left -= characters;
    if (this.left < 0)
      throw new ImportFailed(`${this.file} has ${MAX_RECORD_LENGTH} characters in a row without a program`);
  }

  reset(): void {
    this.left = MAX_RECORD_LENGTH;
  }
}

/** An object without a prototype, since a file may use any name. */
export const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** Adds a value to an object; several of one name become an array. */
export function addNamed(object: Record<string, unknown>, name: string, value: unknown): void {
  if (!(name in object)) object[name] = value;
  else if (Array.isArray(object[name])) object[name].push(value);
  else object[name] = [object[name], value];
}

/** The place of a value in an object; the root where there is no object. */
export function placeIn(parent: NodePlace | undefined, name: string): NodePlace {
  if (!parent) return { path: name, parentPath: undefined, name };
  // Only the root of JSON has an empty path.
  return { path: parent.path === '' ? name || '.' : `${parent.path}.${name}`, parentPath: parent.path, name };
}
