import { type DirectoryState, listVersion } from '../database/directory-state.js';
import { type Form } from './forms.js';
import { JsonBuffer } from './json-buffer.js';
import { type List } from './list.js';

/** Results are written one after the other, into the same buffer. */
const buffer = new JsonBuffer();

/** A link to another page of the same resource. */
export interface PageLink {
  rel: 'first' | 'prev' | 'next' | 'last';
  /** The query that leads there, such as `sort=name&page=2`; empty for none. */
  query: string;
}

/** A result that was read ahead of the request for it. */
export interface ReadAheadResult {
  /** The query of that request. */
  query: string;
  result: DirectoryResult;
  /** To be called when it is sent: then those after it are read. */
  take: () => void;
}

/** What a handler returns of the directory: objects that were read from one snapshot, not yet in the form of an API version. */
export abstract class DirectoryResult {
  /** The number of objects on all pages; undefined for a result that is no page of a list. */
  readonly total: number | undefined = undefined;
  private readonly bodies: Partial<Record<Form, Buffer>> = {};
  private following: AsyncIterable<ReadAheadResult> | undefined;

  constructor(
    /** The list that the objects belong to. */
    readonly list: List,
    /** The state of the directory in the snapshot. */
    readonly directory: DirectoryState,
    /** In the order of the `Link` field, which is absent without any. */
    readonly links: readonly PageLink[] = [],
  ) {}

  /** The lists from which the result was read. */
  get sources(): readonly string[] {
    return [this.list.name];
  }

  /** The version of its sources: the result is valid while it stays. */
  get listVersion(): number {
    return listVersion(this.directory, this.sources);
  }

  /** The JSON in UTF-8; it is made once. */
  toBytes(form: Form): Buffer {
    return (this.bodies[form] ??= buffer.collect((json) => this.writeJson(form, json)));
  }

  /** Remembers the results after this one whose reading has begun. */
  setFollowing(following: AsyncIterable<ReadAheadResult>): void {
    this.following = following;
  }

  /** Returns the results after this one whose reading has begun, once: one that is done with must not keep others in memory. */
  takeFollowing(): AsyncIterable<ReadAheadResult> | undefined {
    const { following } = this;
    this.following = undefined;
    return following;
  }

  toJson(form: Form): string {
    return this.toBytes(form).toString();
  }

  protected abstract writeJson(form: Form, json: JsonBuffer): void;
}
