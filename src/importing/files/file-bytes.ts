import { createReadStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ImportFailed } from '../import-errors.js';
import { checkSignature, SIGNATURE_LENGTH } from './file-content.js';
import { STANDARD_INPUT } from './file-format.js';

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Downloads are often compressed once by the network and once more on the way. */
const MAX_GZIP_LAYERS = 3;

/**
 * The bytes of a file or of standard input, unpacked where they are gzip, also twice.
 * @throws {ImportFailed} where the file cannot be read, is damaged, or is not text in UTF-8 by its first bytes
 */
export async function* fileBytes(path: string, file: string): AsyncGenerator<Buffer> {
  const source: Readable = path === STANDARD_INPUT ? process.stdin : createReadStream(path);
  try {
    let { start, chunks } = await peek(source as AsyncIterable<Buffer>);
    if (!isGzip(start) && /\.gz$/i.test(path)) throw new ImportFailed(`${file} is not gzip`);
    for (let layer = 0; isGzip(start); layer++) {
      if (layer === MAX_GZIP_LAYERS) {
        throw new ImportFailed(`${file} is compressed with gzip more than ${MAX_GZIP_LAYERS} times`);
      }
      ({ start, chunks } = await peek(unpacked(chunks, file)));
    }
    checkSignature(start, file);
    yield* chunks;
  } catch (error) {
    if (error instanceof ImportFailed) throw error;
    throw new ImportFailed(`${file} cannot be read: ${reasonOf(error)}`);
  } finally {
    source.destroy();
  }
}

const isGzip = (start: Buffer): boolean => start.subarray(0, GZIP.length).equals(GZIP);

/** The first bytes, and all of them. */
async function peek(
  source: AsyncIterable<Buffer>,
): Promise<{ start: Buffer; chunks: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < SIGNATURE_LENGTH) {
    const next = await iterator.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return { start, chunks: prepend(start, iterator) };
}

async function* prepend(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Decompresses gzip. Several members in a row are one text, and zeros after the last one are padding. */
async function* unpacked(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  const padding = new PaddingDetector();
  const gunzip = createGunzip();
  const output = new PassThrough();
  const unpacking = pipeline(padding.watch(chunks), gunzip, output).catch(() => {});
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } catch {
    throw new ImportFailed(`${file} is damaged or cut: its gzip data cannot be unpacked to the end`);
  } finally {
    output.destroy();
    await unpacking;
  }
  // zlib stops at the first zero after a member, and ignores what follows.
  if (padding.contentEnd > gunzip.bytesWritten) {
    throw new ImportFailed(
      `${file} has more data after the end of its gzip data, at byte ${gunzip.bytesWritten + 1}; fetch it again`,
    );
  }
}

/** Finds where the zeros at the end of a stream begin. */
class PaddingDetector {
  /** Number of bytes up to the last one that is not zero. */
  contentEnd = 0;
  private length = 0;

  async *watch(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      let end = chunk.length;
      while (end > 0 && chunk[end - 1] === 0) end--;
      if (end > 0) this.contentEnd = this.length + end;
      this.length += chunk.length;
      yield chunk;
    }
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a directory';
  return message;
}
