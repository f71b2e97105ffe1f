import { linesOf } from '../../files/lines.js';
import { ndjsonRecords } from '../../files/ndjson-records.js';
import { type SourceRecord } from '../../record-source.js';
import { type Feed, listingsOf } from '../feed.js';
import { jsonListing } from './json-listing.js';
import { type ListingFormat } from './listing-format.js';
import { type IsRecord } from './record-tree.js';
import { tableListing } from './table-listing.js';
import { xmlListing } from './xml-listing.js';

/** The records of a file under the network's names; it returns what the file holds beside them. */
export type ListingRecords = AsyncGenerator<SourceRecord, unknown>;

/** The records of all of the feed's listings that a text in this format can hold. */
export function listingRecords(
  text: AsyncIterable<string>,
  file: string,
  format: ListingFormat,
  feed: Feed,
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
