import { type Cleaner, type Note } from './cleaner.js';
import { countryCode } from './country-codes.js';
import { Unclean } from './unclean.js';

/** A list of codes, or one text with `|` between them; in their order, without repeats. */
export const countries: Cleaner = (value, note) => {
  if (value === null) return null;
  const given = typeof value === 'string' ? value.split('|') : value;
  if (!Array.isArray(given)) throw new Unclean('is not a list of country codes');
  const codes = new Set<string>();
  for (const element of given) {
    const code = known(element, note);
    if (code !== undefined) codes.add(code);
  }
  return `{${[...codes].join(',')}}`;
};

/** One code. */
export const country: Cleaner = (value, note) => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
  return known(value, note);
};

function known(value: unknown, note: Note): string | undefined {
  if (typeof value !== 'string') throw new Unclean('is not a country code');
  if (value.trim() === '') return undefined;
  const code = countryCode(value);
  if (code === undefined) note(`unknown code ${JSON.stringify(value.trim().slice(0, 20))} is left out`);
  return code;
}
