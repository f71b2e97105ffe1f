import { type Directories } from '../directory/directories.js';
import { type Directory } from '../directory/directory.js';
import { type Options } from '../options.js';

/** What a measurement works with. */
export interface Bench {
  options: Options;
  /** The directory of the size that `--programs` sets. */
  directory: Directory;
  /** Directories of other sizes. */
  directories: Directories;
}
