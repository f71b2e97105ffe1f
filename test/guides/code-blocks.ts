import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A fence, and the file that the line above it names, if that line names one. */
const BLOCK = /(?:^`([^`\n]+)`:?\n\n)?^```(\w*)\n(.*?)^```$/gms;

/** A piece of code of a page, as it is printed there. */
export interface CodeBlock {
  file: string | undefined;
  language: string;
  code: string;
}

export function codeBlocks(page: string): CodeBlock[] {
  return [...page.matchAll(BLOCK)].map(([, file, language, code]) => ({
    file,
    language: language!,
    code: code!,
  }));
}

/** @param path of the page in the checkout. */
export function readPage(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}

/** The paths of all pages that people read. */
export function everyPage(): string[] {
  const docs = readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' });
  const pages = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  return ['README.md', 'CONTRIBUTING.md', ...pages];
}
