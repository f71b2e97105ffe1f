import { ImportFailed } from '../../import-errors.js';
import { type FeedRecord } from '../feed.js';

/** Levels of nesting; more is an attack. */
const DEEPEST = 64;
/** Values outside of all records that are kept, to find the declared total among them. */
const MOST_KEPT = 200_000;

/** A record that is complete, and where it began. */
export interface FoundRecord {
  line: number;
  values: FeedRecord;
}

/** Whether the object at the path is a record. */
export type IsRecord = (path: string, object: FeedRecord) => boolean;

/** A container that is still open. */
export interface OpenNode {
  /** Path of the names that lead to it. */
  path: string;
  /** Its own name in what holds it. */
  name: string;
  line: number;
  /** Its values, those of its parts included. */
  size: number;
  object: Record<string, unknown>;
}

/** The containers that are open, within the bounds that keep a hostile file from filling the memory. */
export class OpenNodes<Node extends OpenNode> {
  private readonly nodes: Node[] = [];

  constructor(private readonly file: string) {}

  get innermost(): Node | undefined {
    return this.nodes.at(-1);
  }

  push(node: Node): void {
    if (this.nodes.length >= DEEPEST)
      throw new ImportFailed(`${this.file} is nested deeper than ${DEEPEST} levels`);
    this.nodes.push(node);
  }

  pop(): Node | undefined {
    return this.nodes.pop();
  }

  /** Counts values that a node has taken in. */
  grow(node: OpenNode, size: number): void {
    node.size += size;
    if (node.size > MOST_KEPT) throw new ImportFailed(`${this.file} holds too much beside its programs`);
  }
}

/** An object without a prototype: a name in a file may be any. */
export const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

export const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
