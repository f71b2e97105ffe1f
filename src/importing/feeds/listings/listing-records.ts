import { linesOf } from '../../files/lines.js';
import { ndjsonRecords } from '../../files/ndjson-records.js';
import { type SourceRecord } from '../../record-source.js';
import { type FeedDefinition, listingsOf } from '../feed-definition.js';
import { jsonListing } from './json-listing.js';
import { type ListingFormat } from './listing-detection.js';
import { type IsRecord } from './record-tree.js';
import { tableListing } from './table-listing.js';
import { xmlListing } from './xml-listing.js';

/** The records of a file under the network's names; returns the rest of the document. */
export type ListingRecords = AsyncGenerator<SourceRecord, unknown>;

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
  const isRecordIn =
    (tree: 'json' | 'xml'): IsRecord =>
    (path, object) =>
      listings.some(({ [tree]: where, marks }) =>
        where?.includes('**') ? marks?.every((mark) => mark in object) : where?.includes(path),
      );
  switch (format) {
    case 'json':
      return jsonListing(text, file, isRecordIn('json'), nameOf);
    case 'xml':
      return xmlListing(text, file, isRecordIn('xml'), nameOf, warn);
    case 'table':
      return tableListing(text, file, feed.programs.table ?? [], feed.programs.delimiter);
    case 'ndjson':
      return ndjsonRecords(linesOf(text), file);
  }
}
