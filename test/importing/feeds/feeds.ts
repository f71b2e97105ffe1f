import { afterAll } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { previewSource } from '../../../src/importing/feeds/source-preview.js';
import { openFeed, type OpenFeedOptions } from '../../../src/importing/feeds/open-feed.js';

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));

export const fixture = (name: string): string => join(FIXTURES, name);

/** Paths of the fixtures of a feed. */
export const fixtures = (feed: string, ...names: string[]): string[] =>
  names.map((name) => fixture(join(feed, name)));

const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Writes a temporary file. */
export function temporaryFile(content: string | Buffer, name = 'feed'): string {
  const path = join(folder, String(++files), name);
  mkdirSync(dirname(path));
  writeFileSync(path, content);
  return path;
}

type Options = Omit<OpenFeedOptions, 'warn'>;

/** The preview of a feed, with the base names of its files. */
export async function preview(options: Options) {
  const warnings: string[] = [];
  const result = await previewSource(openFeed({ ...options, warn: (message) => warnings.push(message) }));
  const short = (text: string): string =>
    options.files.reduce((shorter, path) => shorter.replaceAll(path, basename(path)), text);
  return {
    programs: result.programs.map((each) => each.program),
    places: result.programs.map(({ file, line }) => `${short(file)}:${line}`),
    rejections: result.rejections.map(short),
    warnings: [...warnings, ...result.warnings].map(short),
  };
}

/** A program with these values, and no other. */
export const program = (networkProgramId: string, name: string, primaryUrl: string, more = {}) => ({
  networkProgramId,
  name,
  primaryUrl,
  registerUrl: null,
  status: true,
  dateStarted: null,
  dateClosed: null,
  countries: [] as string[],
  ...more,
});
