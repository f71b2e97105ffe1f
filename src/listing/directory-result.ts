import { type DirectoryState, listVersion } from '../database/directory-state.js';
import { type Form } from './forms.js';
import { type List } from './list.js';

/** A link to another page of the same resource. */
export interface PageLink {
  rel: 'first' | 'prev' | 'next' | 'last';
  /** The query parameter that leads there, such as `page=2`; absent for the first page. */
  parameter?: string;
}

/** What a handler returns of the directory: objects that were read from one snapshot, not yet in the form of an API version. */
export abstract class DirectoryResult {
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

  abstract toJson(form: Form): string;
}
