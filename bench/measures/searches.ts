import { PAGE_SIZE } from '../../src/listing/page.js';
import { type Directory } from '../directory/directory.js';
import { type Ask, ask } from '../load/ask.js';

/** Settings of a product that reads each page from the database. */
export const UNCACHED = { PAGE_CACHE_MB: '0', DATABASE_POOL: '10' };
const RARE_WORDS = 200;
const DEEP_PAGE = 5_000;

/** Every host has it. */
export const EVERY_PROGRAM = '/programs?search=example';
const HALF = '/programs?country=US';
/** Of one program in 10,000. */
export const RARE_COUNTRY = 'country=IS';

/** Filtered pages that are measured. */
export interface Search {
  what: string;
  /** Asked in turn. */
  ask: readonly Ask[];
  /** Nothing matches. */
  isEmpty?: boolean;
  /** How many times as long as a plain page it may take. */
  most: number;
}

export async function searches(directory: Directory): Promise<Search[]> {
  const words = await directory.rareWords(RARE_WORDS);
  const asks = (targets: string[]) => targets.map((target) => directory.ask(target));
  return [
    {
      what: 'search, a word of about 100 programs',
      ask: asks(words.map((word) => `/programs?search=${word}`)),
      most: 4,
    },
    {
      what: 'search, a word of no program',
      // They begin with a vowel, as no rare word does; their trigrams are those of other words.
      ask: asks(words.map((word) => `/programs?search=${[...word].reverse().join('')}`)),
      isEmpty: true,
      most: 4,
    },
    { what: 'search, a word of every program', ask: asks([EVERY_PROGRAM]), most: 4 },
    {
      what: 'search, a word of every program and one of about 100',
      ask: asks(words.map((word) => `${EVERY_PROGRAM}%20${word}`)),
      most: 10,
    },
    { what: 'country of half the directory', ask: asks([HALF]), most: 1.5 },
  ];
}

/** A deep page of the country that half the directory has, or the last full one of a small directory. */
export async function deepPage(origin: string, directory: Directory): Promise<{ number: number; ask: Ask }> {
  const { headers } = await ask(origin, directory.ask(HALF));
  const number = Math.min(DEEP_PAGE, Math.floor(Number(headers['x-total-count']) / PAGE_SIZE));
  return { number, ask: directory.ask(`${HALF}&page=${number}`) };
}
