import { type Form } from '../listing/forms.js';
import { ArrayOperation, type OperationText } from '../listing/list-operation.js';
import { type List } from '../listing/list.js';
import { MAX_CHANGES } from './changes.service.js';

/** Makes a handler respond with changes of a list in one form, and documents it. */
export function ChangesOperation(list: List, form: Form, text: OperationText) {
  return ArrayOperation(list, form, text, {
    description: 'Changes; an empty array when there are none yet. `Link` is where to go on.',
    maxItems: MAX_CHANGES,
  });
}
