import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readPage } from './code-blocks.js';

/** A file of tests, or the title of one that is in the file named last; `…` matches the values of a table of tests. */
const NAMED = /`(test\/[\w./-]+\.ts)`|_([^_`]+)_/g;

function titles(): [title: string, file: string][] {
  const found: [string, string][] = [];
  let last = '';
  for (const [, file, title] of readPage('docs/security.md').matchAll(NAMED)) {
    if (file !== undefined) last = file;
    else found.push([title!.replace(/\s+/g, ' '), last]);
  }
  return found;
}

test.each(titles())('"%s" is a test of %s', (title, file) => {
  const text = readFileSync(file, 'utf8');
  expect(title.split('…').filter((part) => !text.includes(part.trim()))).toEqual([]);
});
