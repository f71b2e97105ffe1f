import { type DirectoryState } from '../database/directory-state.js';

/** The message for a client whose place the history of the database does not have. */
export const PLACE_GONE = 'Read everything again';

/** Larger than every id: behind the last row of a commit. */
export const AFTER_ALL_IDS = 2_147_483_648;

/** Where a client goes on: after a row of the list by id, or after a row of a commit. */
export interface Place {
  /** `rows` on a first load, which reads the list by id; `changes` after it. */
  reads: 'rows' | 'changes';
  /** Of the changes before the next one; on a first load that of its start, from where changes are read after it. */
  version: number;
  /** Of the last row that was read. */
  id: number;
  /** The newest state that the client has read from: only a database with this state in its history has the place. */
  snapshot: Pick<DirectoryState, 'version' | 'nonce'>;
}
