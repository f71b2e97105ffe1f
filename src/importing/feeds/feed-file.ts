import { ImportFailed } from '../import-errors.js';
import { fileBytes } from '../files/file-bytes.js';
import { utf8Text } from '../files/utf8-text.js';
import { type SourceRecord } from '../record-source.js';
import { type Feed, type FeedRecord, type Listing, listingsOf } from './feed.js';
import { begin } from './reading/beginning.js';
import { errorMessage } from './reading/error-message.js';
import { listingFormat } from './reading/listing-format.js';
import { type ListingRecords, listingRecords } from './reading/listing-records.js';
import { TextEnd } from './reading/text-end.js';
import { firstAt } from './values/path.js';
import { hasPlaceFor, isOfListing } from './which-listing.js';

type Step = IteratorResult<SourceRecord, unknown>;

/** One file of a feed; to which of the feed's listings it belongs is told by what is in it. */
export class FeedFile {
  /** The number of records that its listing says to have in all of its pages; known once the file is read. */
  declared: number | undefined;
  /** Why the file may be cut, though it reads well to its end; known once it is read. */
  doubt: string | undefined;

  private constructor(
    readonly path: string,
    readonly listing: Listing,
    private readonly first: Step,
    private readonly rest: ListingRecords,
    private readonly end: TextEnd,
  ) {}

  /** Reads the file up to its first record. Throws `ImportFailed` where it is no file of this feed. */
  static async open(path: string, feed: Feed, warn: (message: string) => void): Promise<FeedFile> {
    const text = utf8Text(fileBytes(path, path), path);
    try {
      return await FeedFile.begin(path, text, feed, warn);
    } catch (error) {
      await text.return(undefined);
      throw error;
    }
  }

  private static async begin(
    path: string,
    whole: AsyncGenerator<string>,
    feed: Feed,
    warn: (message: string) => void,
  ): Promise<FeedFile> {
    const listings = listingsOf(feed);
    const { beginning, text } = await begin(whole, path);
    const format = listingFormat(beginning, listings, path);
    const end = new TextEnd();
    const records = listingRecords(end.watch(text), path, format, feed, warn);
    const first = await records.next();
    const listing = listings.find((candidate) =>
      first.done
        ? hasPlaceFor(candidate, format, first.value)
        : isOfListing(candidate, format, first.value.values),
    );
    if (listing) return new FeedFile(path, listing, first, records, end);
    throw new ImportFailed(`${path} is no file of the feed ${feed.kind}: ${strangeness(first, listings)}`);
  }

  /** All of its records, once. */
  async *records(): AsyncGenerator<SourceRecord> {
    try {
      let step = this.first;
      for (; !step.done; step = await this.rest.next()) yield step.value;
      this.declared = declared(step.value, this.listing);
      if (this.listing.lineEnds && !this.end.isLineEnd)
        this.doubt = `${this.path} has no line end after its last row`;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.rest.return(undefined);
  }
}

function strangeness(first: Step, listings: readonly Listing[]): string {
  if (!first.done)
    return `its first record has none of ${listings.flatMap(({ marks = [] }) => marks).join(', ')}`;
  const message = errorMessage(first.value);
  return `it has no place for programs${message === undefined ? '' : `; it says ${JSON.stringify(message)}`}`;
}

function declared(document: unknown, { total = [] }: Listing): number | undefined {
  for (const path of total) {
    const count = String(firstAt(document as FeedRecord, path));
    if (/^\d+$/.test(count)) return Number(count);
  }
  return undefined;
}
