import { isHtml } from '../../files/file-content.js';
import { ImportFailed } from '../../import-errors.js';
import { shownValue } from '../../report.js';
import { type FeedRecord, type Listing, type Path } from '../feed-definition.js';
import { isPresent } from '../fields/record-path.js';

/** Characters that are enough to recognise a file. */
const BEGINNING = 512;

const FORMAT_NAMES = { json: 'JSON', xml: 'XML', table: 'table', ndjson: 'NDJSON' } as const;
const FORMATS = Object.keys(FORMAT_NAMES) as ListingFormat[];

export type ListingFormat = keyof typeof FORMAT_NAMES;

export interface PeekedText {
  /** The first characters that are not white space. */
  beginning: string;
  /** All of the text, the beginning included. */
  text: AsyncGenerator<string>;
}

/**
 * Reads the beginning of a text without consuming it.
 * @throws ImportFailed for an empty file and for an HTML page
 */
export async function peek(chunks: AsyncGenerator<string>, file: string): Promise<PeekedText> {
  let read = '';
  let ended = false;
  while (!ended && read.trimStart().length < BEGINNING && read.length < 1024 * BEGINNING) {
    const step = await chunks.next();
    if (step.done) ended = true;
    else read += step.value;
  }
  const beginning = read.trimStart().slice(0, BEGINNING);
  checkBeginning(beginning, file);
  return { beginning, text: prepend(read, chunks) };
}

async function* prepend(start: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield start;
    yield* chunks;
  } finally {
    await chunks.return(undefined);
  }
}

function checkBeginning(beginning: string, file: string): void {
  if (beginning === '') throw new ImportFailed(`${file} is empty`);
  if (!isHtml(beginning)) return;
  const title = TITLE.exec(beginning)?.[1]?.trim();
  const page = title === undefined ? 'an HTML page' : `an HTML page with the title ${shownValue(title)}`;
  throw new ImportFailed(
    `${file} is ${page}, not a feed; check the address and the login, and fetch it again`,
  );
}

const TITLE = /<title[^>]*>([^<]*)</i;

/**
 * The format that a file has by its first characters.
 * @throws ImportFailed where none of the listings comes in that format
 */
export function detectFormat(beginning: string, listings: readonly Listing[], file: string): ListingFormat {
  const expected = FORMATS.filter((format) => listings.some((listing) => format in listing));
  const format = possibleFormats(beginning).find((candidate) => expected.includes(candidate));
  if (format) return format;
  const wanted = expected.map((name) => FORMAT_NAMES[name]).join(' or ');
  const line = JSON.stringify(beginning.split(/[\r\n]/)[0]?.slice(0, 100));
  throw new ImportFailed(`${file} is not ${wanted}: it begins with ${line}`);
}

function possibleFormats(beginning: string): ListingFormat[] {
  if (beginning.startsWith('<')) return ['xml'];
  return /^[[{]/.test(beginning) ? ['json', 'ndjson', 'table'] : ['table'];
}

/** Whether a file belongs to the listing, by its first record. A table was recognised by its columns already. */
export function matchesListing(listing: Listing, format: ListingFormat, record: FeedRecord = {}): boolean {
  const { marks, [format]: where } = listing;
  if (where === undefined) return false;
  return format === 'table' || !marks || marks.some((mark) => mark in record);
}

/** Whether a document without records has the container for them, as an empty page does. */
export function couldHoldRecords(listing: Listing, format: ListingFormat, document: unknown): boolean {
  const where = listing[format];
  if (typeof where !== 'object') return where === true;
  if (format === 'table') return true;
  return where.some((path) =>
    path === '' || path === '*'
      ? typeof document === 'object' && Array.isArray(document) === (path === '')
      : pathAndParent(path).some((candidate) => isPresent(document, candidate)),
  );
}

function pathAndParent(path: Path): Path[] {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? [path] : [path, path.slice(0, dot)];
}
