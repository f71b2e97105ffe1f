import { type FeedRecord, type Listing, type Path } from './feed.js';
import { type ListingFormat } from './reading/listing-format.js';
import { isPresent } from './values/path.js';

/** Whether a file belongs to the listing, by its first record. A table was told by its columns already. */
export function isOfListing(listing: Listing, format: ListingFormat, record: FeedRecord = {}): boolean {
  const { marks, [format]: where } = listing;
  if (where === undefined) return false;
  return format === 'table' || !marks || marks.some((mark) => mark in record);
}

/** Whether a document without records has the place for some, as an empty page does. */
export function hasPlaceFor(listing: Listing, format: ListingFormat, document: unknown): boolean {
  const where = listing[format];
  if (typeof where !== 'object') return where === true;
  if (format === 'table') return true;
  return where.some((path) =>
    path === '' ? Array.isArray(document) : placesOf(path).some((place) => isPresent(document, place)),
  );
}

/** Where the records stand, and what holds them. */
function placesOf(where: Path): Path[] {
  const dot = where.lastIndexOf('.');
  return dot < 0 ? [where] : [where, where.slice(0, dot)];
}
