import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A fence, and the file that the line above it names, if that line names one. */
const BLOCK = /(?:^`([^`\n]+)`:?\n\n)?^```(\w+)\n(.*?)^```$/gms;

/** A piece of code of a page, as it is printed there. */
export interface CodeBlock {
  file: string | undefined;
  language: string;
  code: string;
}

/** @param page its path in the checkout. */
export function codeBlocks(page: string): CodeBlock[] {
  return [...readPage(page).matchAll(BLOCK)].map(([, file, language, code]) => ({
    file,
    language: language!,
    code: code!,
  }));
}

export function readPage(page: string): string {
  return readFileSync(ROOT + page, 'utf8');
}
