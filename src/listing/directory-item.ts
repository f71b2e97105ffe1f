import { type DirectoryState } from '../database/directory-state.js';
import { DirectoryResult } from './directory-result.js';
import { type Form } from './forms.js';
import { type JsonBuffer } from './json-buffer.js';
import { type List, type Row } from './list.js';

/** One object, also one that its list does not show. */
export class DirectoryItem extends DirectoryResult {
  constructor(
    list: List,
    directory: DirectoryState,
    private readonly row: Row,
  ) {
    super(list, directory);
  }

  protected override writeJson(form: Form, json: JsonBuffer): void {
    json.write(this.list.itemToJson(this.row, form));
  }
}
