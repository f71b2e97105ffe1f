import { domainToUnicode } from 'node:url';
import { parseUrl } from '../../src/text/parse-url.js';

/** What a filtered and sorted list has, as simply as it can be said: what a test compares the responses with. */

/** An object with the fields of both forms. */
export interface ModelRow {
  id: number;
  [field: string]: number | string | string[] | boolean | null;
}

/** The query parameters that restrict a list, with all of their values, and the `urls` of a batch. */
export type ModelFilters = Record<string, readonly string[]>;

/** The ids of the rows that match one value of each filter, in the order of `sort`. */
export function expectedIds(rows: readonly ModelRow[], filters: ModelFilters, sort: string): number[] {
  const matching = rows.filter((row) =>
    Object.entries(filters).every(([name, values]) => values.some((value) => MATCHES[name]!(row, value))),
  );
  const field = sort.replace('-', '');
  matching.sort((one, other) => compare(field, one[field]!, other[field]!) || one.id - other.id);
  if (sort.startsWith('-')) matching.reverse();
  return matching.map(({ id }) => id);
}

const MATCHES: Record<string, (row: ModelRow, value: string) => boolean> = {
  search: (row, value) => wordsOf(value).every((word) => textsOf(row).some((text) => text.includes(word))),
  url: (row, value) => row.primaryUrl === hostOf(value),
  urls: (row, value) => row.primaryUrl === hostOf(value),
  country: ({ countries }, value) =>
    codeOf(value) === 'UNKNOWN'
      ? (countries as string[]).length === 0
      : (countries as string[]).includes(codeOf(value)),
  addressCountry: ({ addressCountry }, value) => (addressCountry ?? 'UNKNOWN') === codeOf(value),
  networkId: ({ networkId }, value) => networkId === Number(value),
  networkName: ({ networkName }, value) => networkName === cleaned(value),
  networkProgramId: ({ networkProgramId }, value) => networkProgramId === cleaned(value),
};

export function wordsOf(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function textsOf({ name, primaryUrl, url }: ModelRow): string[] {
  const host = (primaryUrl ?? url) as string;
  return [fold(name as string), host, fold(domainToUnicode(host))];
}

function fold(text: string): string {
  const characters = [...text.normalize('NFKD').replace(/\p{Mn}/gu, '')];
  return characters
    .map((character) => character.toLowerCase())
    .join('')
    .replaceAll('ς', 'σ');
}

function hostOf(value: string): string | undefined {
  const trimmed = value.trim();
  const url = trimmed.includes('//') ? trimmed : `http://${trimmed}`;
  return parseUrl(url)?.hostname.replace(/\.$/, '');
}

function codeOf(value: string): string {
  return value.toUpperCase() === 'UK' ? 'GB' : value.toUpperCase();
}

function cleaned(value: string): string {
  return value.normalize('NFC').replace(/\s+/g, ' ').trim();
}

const byName = new Intl.Collator('en');
const byCodePoint = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

function compare(field: string, one: ModelRow[string], other: ModelRow[string]): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number') return one - Number(other);
  const [text, otherText] = [one as string, other as string];
  const isName = field === 'name' || field === 'networkName';
  return (isName && byName.compare(text, otherText)) || byCodePoint(text, otherText);
}
