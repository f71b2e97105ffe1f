import { ImportFailed } from '../../import-errors.js';
import { type Listing } from '../feed.js';

const NAMES = { json: 'JSON', xml: 'XML', table: 'table', ndjson: 'NDJSON' } as const;
const FORMATS = Object.keys(NAMES) as ListingFormat[];

export type ListingFormat = keyof typeof NAMES;

/** The format that a file has by its first characters. Throws `ImportFailed` where no listing is in that format. */
export function listingFormat(beginning: string, listings: readonly Listing[], file: string): ListingFormat {
  const expected = FORMATS.filter((format) => listings.some((listing) => format in listing));
  const format = looksLike(beginning).find((candidate) => expected.includes(candidate));
  if (format) return format;
  const wanted = expected.map((name) => NAMES[name]).join(' or ');
  const line = JSON.stringify(beginning.split(/[\r\n]/)[0]?.slice(0, 100));
  throw new ImportFailed(`${file} is not ${wanted}: it begins with ${line}`);
}

function looksLike(beginning: string): ListingFormat[] {
  if (beginning.startsWith('<')) return ['xml'];
  return /^[[{]/.test(beginning) ? ['json', 'ndjson', 'table'] : ['table'];
}
