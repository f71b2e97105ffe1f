import { createReadStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ImportFailed } from '../import-errors.js';
import { STANDARD_INPUT } from './file-format.js';

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The bytes of a file or of standard input, unpacked where they are gzip. */
export async function* fileBytes(path: string, file: string): AsyncGenerator<Buffer> {
  const source: Readable = path === STANDARD_INPUT ? process.stdin : createReadStream(path);
  try {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const start = await firstBytes(chunks);
    const all = prepend(start, chunks);
    if (start.subarray(0, GZIP.length).equals(GZIP)) yield* unpacked(all, file);
    else if (/\.gz$/i.test(path)) throw new ImportFailed(`${file} is not gzip`);
    else yield* all;
  } catch (error) {
    if (error instanceof ImportFailed) throw error;
    throw new ImportFailed(`${file} cannot be read: ${reasonOf(error)}`);
  } finally {
    source.destroy();
  }
}

async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < GZIP.length) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

async function* prepend(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

async function* unpacked(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  const output = new PassThrough();
  const unpacking = pipeline(chunks, createGunzip(), output).catch(() => {});
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } catch {
    throw new ImportFailed(`${file} is damaged or cut: its gzip data cannot be unpacked to the end`);
  } finally {
    output.destroy();
    await unpacking;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a directory';
  return message;
}
