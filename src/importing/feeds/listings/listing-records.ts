import { linesOf } from '../../files/lines.js';
import { ndjsonRecords } from '../../files/ndjson-records.js';
import { type RecordBatch } from '../../record-source.js';
import {
  type FeedDefinition,
  type FeedRecord,
  type Listing,
  listingsOf,
  type Path,
} from '../feed-definition.js';
import { jsonListing } from './json-listing.js';
import { type ListingFormat } from './listing-detection.js';
import { type NodePlace, type RecordTest } from './record-tree.js';
import { tableListing } from './table-listing.js';
import { xmlListing } from './xml-listing.js';

/** The records of a file, in batches, under the network's names; returns the rest of the document. */
export type ListingRecords = AsyncGenerator<RecordBatch, unknown>;

/** Reads the records of any of the feed's listings from a text in this format. */
export function listingRecords(
  text: AsyncIterable<string>,
  file: string,
  format: ListingFormat,
  feed: FeedDefinition,
  warn: (message: string) => void,
): ListingRecords {
  const listings = listingsOf(feed);
  const nameOf = (name: string): string => (feed.anyCase ? name.toLowerCase() : name);
  switch (format) {
    case 'json':
      return jsonListing(text, file, recordTest(listings, 'json'), nameOf);
    case 'xml':
      return xmlListing(text, file, recordTest(listings, 'xml'), nameOf, warn);
    case 'table':
      return tableListing(text, file, feed.programs.table ?? [], feed.programs.delimiter);
    case 'ndjson':
      return ndjsonRecords(linesOf(text), file);
  }
}

/** Finds the records of the listings in a tree. */
function recordTest(listings: readonly Listing[], format: 'json' | 'xml'): RecordTest {
  return (place, object) => {
    for (const { [format]: paths = [], marks = [] } of listings) {
      for (const path of paths) {
        if (path === ANY_ELEMENT ? isMarked(object, marks) : path === place.path) return 'at path';
        if (isKeyed(path, place)) return 'keyed';
      }
    }
    return undefined;
  };
}

const ANY_ELEMENT = '**';

const isMarked = (object: FeedRecord, marks: readonly string[]): boolean =>
  marks.length > 0 && marks.every((mark) => mark in object);

/** Whether the place is a value of the keyed object whose path has `*` as its last name. */
const isKeyed = (path: Path, { parentPath }: NodePlace): boolean =>
  path === '*' ? parentPath === '' : path.endsWith('.*') && path.slice(0, -2) === parentPath;
