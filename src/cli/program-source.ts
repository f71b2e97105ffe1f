import { canonicalPrograms } from '../importing/canonical-source.js';
import { openFeed } from '../importing/feeds/open-feed.js';
import { WrongUsage } from '../importing/import-errors.js';
import { type FileFormat } from '../importing/files/file-format.js';
import { type RecordSource } from '../importing/record-source.js';

/** Options that say how files of programs are read. */
export interface SourceFlags {
  format?: FileFormat;
  feed?: string;
  map?: string;
  registerUrl?: string;
  keepWww?: boolean;
}

/**
 * The programs of one canonical file, or of a network's feed of one or several files.
 * @throws WrongUsage for options that cannot be combined.
 */
export function programSource(
  files: string[],
  flags: SourceFlags,
  warn: (message: string) => void,
): RecordSource {
  const { format, feed, map, registerUrl, keepWww } = flags;
  if (feed !== undefined || map !== undefined) {
    if (format !== undefined)
      throw new WrongUsage('--format cannot be combined with --feed or --map, which define the format');
    return openFeed({ feed, map, files, registerUrl, keepWww, warn });
  }
  if (registerUrl !== undefined || keepWww)
    throw new WrongUsage('--register-url and --keep-www need --feed or --map');
  if (files.length > 1) throw new WrongUsage('Several files need --feed NAME or --map FILE');
  return canonicalPrograms(files[0]!, { format });
}
