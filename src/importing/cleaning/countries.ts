import { type Cleaner, type Note } from './cleaner.js';
import { countryCode } from './country-codes.js';
import { InvalidValue } from './unclean.js';

/** What may stand between two codes; no code has any of it. */
const BETWEEN = /[|,;]/;

/**
 * A list of codes, or a text of several; in their order, without repeats. Where not one of those given is known, the
 * list counts as not given: what could not be understood takes no place of what is stored.
 */
export const countries: Cleaner = (value, note) => {
  if (value === null) return null;
  const given: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(given)) throw new InvalidValue('is not a list of country codes');
  const codes = new Set<string>();
  let unknown = 0;
  for (const text of given.flatMap(texts)) {
    const code = known(text, note);
    if (code === undefined) unknown++;
    else codes.add(code);
  }
  return codes.size === 0 && unknown > 0 ? undefined : `{${[...codes].join(',')}}`;
};

/** One code. */
export const country: Cleaner = (value, note) => {
  if (value === null) return null;
  const text = textOf(value);
  return text.trim() === '' ? null : known(text, note);
};

function texts(element: unknown): string[] {
  return textOf(element)
    .split(BETWEEN)
    .filter((text) => text.trim() !== '');
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new InvalidValue('is not a country code');
  return value;
}

function known(text: string, note: Note): string | undefined {
  const code = countryCode(text);
  if (code === undefined) note(`unknown code ${JSON.stringify(text.trim().slice(0, 20))} is left out`);
  return code;
}
