import { gzipSync } from 'node:zlib';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalPrograms } from '../../../src/importing/canonical-source.js';
import { type FileFormat } from '../../../src/importing/files/file-format.js';
import { type SourceRecord } from '../../../src/importing/record-source.js';
import { makeTemporaryFolder } from '../../program/temporary-folder.js';

/** The records of a file with this content; reports call it `feed`. */
export async function recordsOf(
  content: string | Buffer,
  name: string,
  format?: FileFormat,
): Promise<SourceRecord[]> {
  const folder = await makeTemporaryFolder();
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    return await itemsOf(canonicalPrograms(path, { name: 'feed', format }).batches());
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The chunks of a text, one after the other. */
// eslint-disable-next-line @typescript-eslint/require-await -- a source of text is asynchronous
export async function* inTurn(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks;
}

/** The items of all batches, in order. */
export async function itemsOf<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) {
    for (const item of batch) items.push(item);
  }
  return items;
}

/** The records in short: line and values, or line and problem. */
export async function shortly(
  content: string | Buffer,
  name: string,
  format?: FileFormat,
): Promise<unknown[]> {
  return (await recordsOf(content, name, format)).map((record) =>
    'problem' in record
      ? [record.line, `${record.problem.field}: ${record.problem.reason}`]
      : [record.line, record.values],
  );
}

export const gzip = (content: string | Buffer): Buffer => gzipSync(content);
