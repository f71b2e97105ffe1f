import { WrongUsage } from '../import-errors.js';

export const FILE_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The path that means standard input. */
export const STANDARD_INPUT = '-';

/** The format that the file's ending says, `.gz` behind it aside; NDJSON on standard input. */
export function fileFormat(path: string): FileFormat {
  if (path === STANDARD_INPUT) return 'ndjson';
  const ending = /\.([^./\\]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase();
  const format = FILE_FORMATS.find((name) => name === ending);
  if (!format) {
    throw new WrongUsage(`${path}: the ending says no format; give --format ${FILE_FORMATS.join('|')}`);
  }
  return format;
}
