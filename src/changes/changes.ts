import { type DirectoryState } from '../database/directory-state.js';
import { DirectoryResult } from '../listing/directory-result.js';
import { type Form } from '../listing/forms.js';
import { type JsonBuffer } from '../listing/json-buffer.js';
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

  protected override writeJson(form: Form, json: JsonBuffer): void {
    this.list.writeJson(this.rows, form, json);
  }
}
