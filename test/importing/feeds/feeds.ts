import { afterAll } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSource } from '../../../src/importing/feeds/check-source.js';
import { openFeed, type OpenFeedOptions } from '../../../src/importing/feeds/open-feed.js';

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));

export const fixture = (name: string): string => join(FIXTURES, name);

/** Paths of the fixtures of a kind. */
export const fixtures = (kind: string, ...names: string[]): string[] =>
  names.map((name) => fixture(join(kind, name)));

const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Writes a file that is in no fixture. */
export function written(content: string | Buffer, name = 'feed'): string {
  const path = join(folder, String(++files), name);
  mkdirSync(dirname(path));
  writeFileSync(path, content);
  return path;
}

type Options = Omit<OpenFeedOptions, 'warn'>;

/** What a feed comes to, with files by their last name. */
export async function check(options: Options) {
  const warnings: string[] = [];
  const result = await checkSource(openFeed({ ...options, warn: (message) => warnings.push(message) }));
  const short = (text: string): string =>
    options.files.reduce((shorter, path) => shorter.replaceAll(path, basename(path)), text);
  return {
    programs: result.programs.map((each) => each.program),
    places: result.programs.map(({ file, line }) => `${short(file)}:${line}`),
    rejections: result.rejections.map(short),
    warnings: [...warnings, ...result.warnings].map(short),
  };
}

/** A program of which nothing is known but this. */
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
