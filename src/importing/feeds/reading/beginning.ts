import { ImportFailed } from '../../import-errors.js';

/** As much as tells what a file is. */
const ENOUGH = 512;
const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;

export interface BegunText {
  /** The first characters that are no blanks. */
  beginning: string;
  /** All of the text. */
  text: AsyncGenerator<string>;
}

/** Reads as much of a text as tells what it is. Throws `ImportFailed` where it is empty or a page for people. */
export async function begin(chunks: AsyncGenerator<string>, file: string): Promise<BegunText> {
  let read = '';
  let ended = false;
  while (!ended && read.trimStart().length < ENOUGH && read.length < 1024 * ENOUGH) {
    const step = await chunks.next();
    if (step.done) ended = true;
    else read += step.value;
  }
  const beginning = read.trimStart().slice(0, ENOUGH);
  if (beginning === '') throw new ImportFailed(`${file} is empty`);
  if (HTML.test(beginning)) throw new ImportFailed(`${file} is an HTML page, not a feed`);
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
