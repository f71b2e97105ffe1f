import { ImportFailed } from '../import-errors.js';
import { shownValue } from '../report.js';
import { isObject, parseJson } from './json-value.js';

/** Bytes at the beginning of a file that tell what it is. */
export const SIGNATURE_LENGTH = 512;

const UNPACK = 'unpack it first (gzip is read directly)';
const SAVE_AS_CSV = 'save the sheet as CSV in UTF-8';
const FETCH_AS_TEXT = 'fetch it as CSV or JSON';
const SAVE_AS_UTF8 = 'UTF-8 is expected: save or convert it as UTF-8';

/** Bytes of the names of columns or fields, which are ASCII also where the values are not. */
const HEADER_LENGTH = 32;

/** Formats that are no text, by their first bytes: what they are, and what to do with them. */
const SIGNATURES: readonly { bytes: Buffer; at?: number; what: string; todo: string }[] = [
  {
    bytes: hex('504b0304'),
    what: 'a ZIP archive or an .xlsx workbook',
    todo: `unpack it, or ${SAVE_AS_CSV}`,
  },
  { bytes: hex('504b0506'), what: 'an empty ZIP archive', todo: 'fetch it again' },
  { bytes: hex('504b0708'), what: 'a ZIP archive of several parts', todo: `join the parts, and ${UNPACK}` },
  { bytes: hex('504b3030'), what: 'a ZIP archive', todo: UNPACK },
  { bytes: hex('d0cf11e0a1b11ae1'), what: 'an .xls workbook', todo: SAVE_AS_CSV },
  { bytes: hex('377abcaf271c'), what: 'a 7z archive', todo: UNPACK },
  { bytes: hex('526172211a07'), what: 'a RAR archive', todo: UNPACK },
  { bytes: hex('fd377a585a00'), what: 'compressed with xz', todo: UNPACK },
  { bytes: hex('28b52ffd'), what: 'compressed with zstd', todo: UNPACK },
  { bytes: hex('04224d18'), what: 'compressed with lz4', todo: UNPACK },
  { bytes: hex('1f9d'), what: 'compressed with compress', todo: UNPACK },
  ...['7801', '789c', '78da'].map((bytes) => ({
    bytes: hex(bytes),
    what: 'compressed with zlib',
    todo: UNPACK,
  })),
  { bytes: Buffer.from('BZh'), what: 'compressed with bzip2', todo: UNPACK },
  { bytes: Buffer.from('ustar'), at: 257, what: 'a TAR archive', todo: UNPACK },
  { bytes: Buffer.from('%PDF-'), what: 'a PDF document', todo: FETCH_AS_TEXT },
  { bytes: hex('89504e47'), what: 'a PNG image', todo: FETCH_AS_TEXT },
  { bytes: hex('ffd8ff'), what: 'a JPEG image', todo: FETCH_AS_TEXT },
  { bytes: Buffer.from('GIF8'), what: 'a GIF image', todo: FETCH_AS_TEXT },
  { bytes: Buffer.from('PAR1'), what: 'a Parquet file', todo: FETCH_AS_TEXT },
  { bytes: Buffer.from('SQLite format 3'), what: 'an SQLite database', todo: FETCH_AS_TEXT },
  { bytes: hex('fffe0000'), what: 'UTF-32', todo: SAVE_AS_UTF8 },
  { bytes: hex('0000feff'), what: 'UTF-32', todo: SAVE_AS_UTF8 },
  { bytes: hex('fffe'), what: 'UTF-16', todo: SAVE_AS_UTF8 },
  { bytes: hex('feff'), what: 'UTF-16', todo: SAVE_AS_UTF8 },
];

const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * Refuses a file whose first bytes are those of another format than text in UTF-8.
 * @throws {ImportFailed} that says what it is and what to do
 */
export function checkSignature(start: Buffer, file: string): void {
  const found = SIGNATURES.find(({ bytes, at = 0 }) => start.subarray(at, at + bytes.length).equals(bytes));
  if (found) throw new ImportFailed(`${file} is ${found.what}; ${found.todo}`);
  if (isUtf16(start) || isUtf16(start.subarray(0, HEADER_LENGTH)))
    throw new ImportFailed(`${file} is UTF-16; ${SAVE_AS_UTF8}`);
  if (isBinary(start)) {
    throw new ImportFailed(
      `${file} is binary data, not text; if it is compressed, such as with brotli, ${UNPACK}`,
    );
  }
}

/** Whether a text is a page for people, such as an error or a login page. */
export const isHtml = (beginning: string): boolean => HTML.test(beginning);

/** What a text looks like by its beginning, with the option that reads it; undefined where it is none of these. */
export function looksLike(beginning: string): string | undefined {
  if (isHtml(beginning)) return 'an HTML page';
  if (beginning.startsWith('<')) return 'XML';
  if (/^\[\s*(?:[{\]]|$)/.test(beginning)) return 'a JSON array (--format json)';
  if (!/^\{\s*(?:["}]|$)/.test(beginning)) return undefined;
  const [line = '', more] = beginning.split(/[\r\n]+/);
  if (more?.startsWith('{')) return NDJSON;
  const [, list] = LIST_OF_OBJECTS.exec(beginning) ?? [];
  if (list !== undefined)
    return `a JSON object with a list of objects in ${shownValue(list)}, which a map can read`;
  return isObject(parseJson(line)) ? NDJSON : 'a JSON object';
}

const NDJSON = 'NDJSON (--format ndjson)';
/** The name of a list of objects. */
const LIST_OF_OBJECTS = /"([^"\\]{1,100})"\s*:\s*\[\s*\{/;

/** Whether ASCII characters take two bytes each, as in UTF-16 without a byte order mark. */
function isUtf16(start: Buffer): boolean {
  const pairs = Math.floor(start.length / 2);
  if (pairs < 2) return false;
  const zeros = [0, 0];
  for (let index = 0; index < 2 * pairs; index++) {
    if (start[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > 0.5 * pairs && Math.min(even, odd) < 0.1 * pairs;
}

/** Whether bytes are neither UTF-8 nor another encoding of text, which have no control characters but white space. */
function isBinary(start: Buffer): boolean {
  const controls = start.filter((byte) => byte < 0x20 && !WHITE_SPACE.includes(byte)).length;
  if (controls <= 0.05 * start.length) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return false;
  } catch {
    return true;
  }
}

const WHITE_SPACE = Buffer.from('\t\n\f\r');

function hex(bytes: string): Buffer {
  return Buffer.from(bytes, 'hex');
}
