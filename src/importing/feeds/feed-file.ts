import { ImportFailed } from '../import-errors.js';
import { fileBytes } from '../files/file-bytes.js';
import { isObject } from '../files/json-value.js';
import { utf8Text } from '../files/utf8-text.js';
import { shownValue } from '../report.js';
import { type RecordBatch } from '../record-source.js';
import { type FeedDefinition, type Listing, listingsOf } from './feed-definition.js';
import { firstValueAt } from './fields/record-path.js';
import { errorMessage } from './listings/error-message.js';
import { couldHoldRecords, detectFormat, matchesListing, peek } from './listings/listing-detection.js';
import { type ListingRecords, listingRecords } from './listings/listing-records.js';

type Step = IteratorResult<RecordBatch, unknown>;

/** One file of a feed. Its content, not its name, decides to which of the feed's listings it belongs. */
export class FeedFile {
  /** The number of records that the file declares for all pages of its listing; known once the file is read. */
  declaredTotal: number | undefined;
  /** Why the file may be cut although it could be read to its end; known once it is read. */
  possiblyCut: string | undefined;

  private constructor(
    readonly path: string,
    readonly listing: Listing,
    /** The first batch with a record, until it is read. */
    private first: Step | undefined,
    private readonly rest: ListingRecords,
    private readonly lastChunk: LastChunk,
  ) {}

  /**
   * Opens a file and reads it up to its first batch with a record.
   * @throws ImportFailed for a file that does not belong to the feed
   */
  static async open(path: string, feed: FeedDefinition, warn: (message: string) => void): Promise<FeedFile> {
    const text = utf8Text(fileBytes(path, path));
    try {
      return await FeedFile.begin(path, text, feed, warn);
    } catch (error) {
      await text.return(undefined);
      throw error;
    }
  }

  private static async begin(
    path: string,
    chunks: AsyncGenerator<string>,
    feed: FeedDefinition,
    warn: (message: string) => void,
  ): Promise<FeedFile> {
    const listings = listingsOf(feed);
    const { beginning, text } = await peek(chunks, path);
    const format = detectFormat(beginning, listings, path);
    const lastChunk = new LastChunk();
    const batches = listingRecords(lastChunk.watch(text), path, format, feed, warn);
    let first = await batches.next();
    while (!first.done && first.value.length === 0) first = await batches.next();
    const listing = listings.find((candidate) =>
      first.done
        ? couldHoldRecords(candidate, format, first.value)
        : matchesListing(candidate, format, first.value[0]!.values),
    );
    if (listing) return new FeedFile(path, listing, first, batches, lastChunk);
    throw new ImportFailed(`${path} is not a file of the feed ${feed.name}: ${mismatch(first, listings)}`);
  }

  /** All records of the file, in batches. May be called once. */
  async *batches(): AsyncGenerator<RecordBatch> {
    try {
      let step = this.first ?? (await this.rest.next());
      // Files that wait for others stay in memory after they were read.
      this.first = undefined;
      for (; !step.done; step = await this.rest.next()) yield step.value;
      this.declaredTotal = declaredTotal(step.value, this.listing);
      if (this.listing.lineEnds && !this.lastChunk.endsLine)
        this.possiblyCut = `${this.path} has no line end after its last row`;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.rest.return(undefined);
  }
}

/** Remembers the last chunk of a text that is passed through. */
class LastChunk {
  private text = '';

  async *watch(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      this.text = chunk;
      yield chunk;
    }
  }

  get endsLine(): boolean {
    return /[\r\n]$/.test(this.text);
  }
}

function mismatch(first: Step, listings: readonly Listing[]): string {
  if (!first.done) {
    return `its first record has none of the fields ${listings.flatMap(({ marks = [] }) => marks).join(', ')}`;
  }
  const paths = listings
    .flatMap(({ json = [], xml = [] }) => [...json, ...xml])
    .filter((path) => /\w/.test(path));
  const where = paths.length > 0 ? ` at ${paths.join(' or ')}` : '';
  const message = errorMessage(first.value);
  if (message !== undefined)
    return `it has no list of programs${where}; its message is ${shownValue(message)}`;
  const names = isObject(first.value) ? Object.keys(first.value) : [];
  const content = names.length > 0 ? `; it has ${names.slice(0, 10).map(shownValue).join(', ')}` : '';
  return `it has no list of programs${where}${content}`;
}

function declaredTotal(document: unknown, { total = [] }: Listing): number | undefined {
  for (const path of total) {
    const count = String(firstValueAt(document, path));
    if (/^\d+$/.test(count)) return Number(count);
  }
  return undefined;
}
