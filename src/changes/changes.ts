import { type DirectoryState } from '../database/directory-state.js';
import { DirectoryResult } from '../listing/directory-result.js';
import { type Form } from '../listing/forms.js';
import { type List, type Row } from '../listing/list.js';

/** Objects that changed, the oldest change first, and the place to go on from. */
export class Changes extends DirectoryResult {
  constructor(
    list: List,
    directory: DirectoryState,
    readonly rows: readonly Row[],
    /** The value of `cursor` with which the next changes are read. */
    readonly nextCursor: string,
  ) {
    super(list, directory, [{ rel: 'next', query: `cursor=${nextCursor}` }]);
  }

  override toJson(form: Form): string {
    return this.list.toJson(this.rows, form);
  }
}
