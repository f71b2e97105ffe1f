import { hostName } from '../hosts/host-name.js';
import { normalizeCountryCode } from '../text/country-code.js';
import { hasControls, isUnicode, lengthOf, oneLine, WHITE_SPACE } from '../text/one-line.js';

/** Adds a parameter to a statement. @returns its placeholder with its type, such as `$3::text[]`. */
export type AddParameter = (value: unknown, sqlType: string) => string;

/** Folds case, accents and width, as the database does for the rows. */
export type FoldText = (text: string) => Promise<string>;

/** The type of a filter: which values its parameter may have, and which rows they match. */
export interface FilterType {
  /**
   * Converts a value of the parameter to its normalized form. Undefined for a value that no row has.
   * @throws InvalidFilterValue
   */
  normalize: (value: string) => string | undefined;
  /**
   * What rows are compared with for a normalized value; the value itself by default.
   * @throws InvalidFilterValue
   */
  comparands?: (value: string, fold: FoldText) => Promise<string[]>;
  /**
   * SQL condition of the rows that match, from what they are compared with.
   * @param sample values of `sampledExpression`. It changes only how the rows are found, not which ones.
   */
  condition: (
    column: string,
    values: readonly string[],
    parameter: AddParameter,
    sample?: readonly string[],
  ) => string;
  /** SQL expression whose values `condition` takes as `sample`; it takes none by default. */
  sampledExpression?: (column: string) => string;
  /** JSON Schema of a value. */
  schema: Record<string, unknown>;
}

/** A value that a parameter cannot have. The message says what is allowed, and follows the name of the parameter. */
export class InvalidFilterValue extends Error {}

const MAX_INTEGER = 2_147_483_647;

export function isIdentifier(value: string): boolean {
  return /^[1-9][0-9]{0,9}$/.test(value) && Number(value) <= MAX_INTEGER;
}

/** A column of type `integer` with an identifier. */
export const identifier: FilterType = {
  normalize(value) {
    if (!isIdentifier(value)) throw new InvalidFilterValue(`must be an integer from 1 to ${MAX_INTEGER}`);
    return value;
  },
  condition: (column, values, parameter) => `${column} = ANY (${parameter(values, 'integer[]')})`,
  schema: { type: 'integer', minimum: 1, maximum: MAX_INTEGER },
};

/** A column with one line of text, compared exactly after it was normalized as an import normalizes it. */
export function exactText(maxLength: number): FilterType {
  return {
    normalize(value) {
      const text = oneLine(textOf(value));
      if (text === '') throw new InvalidFilterValue('must not be empty');
      if (lengthOf(text) > maxLength) throw new InvalidFilterValue(`must be at most ${maxLength} characters`);
      return text;
    },
    condition: (column, values, parameter) => `${column} = ANY (${parameter(values, 'text[]')})`,
    schema: { type: 'string', minLength: 1, maxLength },
  };
}

/** The value that matches rows without a country. */
const UNKNOWN = 'unknown';
/** What rows without a country are compared as; the same in the indexes. It is no country code. */
const NO_CODE = { one: '~', several: '--' };

const country: Pick<FilterType, 'normalize' | 'schema'> = {
  normalize(value) {
    if (value.toLowerCase() === UNKNOWN) return UNKNOWN;
    const code = normalizeCountryCode(value);
    if (code === undefined)
      throw new InvalidFilterValue(`must be a country code of two letters, or ${UNKNOWN}`);
    return code;
  },
  schema: { type: 'string', pattern: `^([A-Za-z]{2}|${UNKNOWN})$` },
};

const orNoCode = (values: readonly string[], noCode: string) =>
  values.map((value) => (value === UNKNOWN ? noCode : value));

/** A column with a country code, null where not known. */
export const oneCountry: FilterType = {
  ...country,
  condition: (column, values, parameter) =>
    `coalesce(${column}, '${NO_CODE.one}' COLLATE "C") = ANY (${parameter(orNoCode(values, NO_CODE.one), 'text[]')})`,
};

/** A column with an array of country codes, empty where not known. */
export const severalCountries: FilterType = {
  ...country,
  condition: (column, values, parameter) =>
    `coalesce(nullif(${column}, '{}'), '{${NO_CODE.several}}') && ${parameter(orNoCode(values, NO_CODE.several), 'text[]')}`,
};

/** Maximum length of a URL or host name in a request, in characters. */
export const MAX_URL_LENGTH = 2048;

/** A column with a host name; the value may be a URL. One without a host name matches nothing. */
export const host: FilterType = {
  normalize(value) {
    if (value.length > MAX_URL_LENGTH)
      throw new InvalidFilterValue(`must be at most ${MAX_URL_LENGTH} characters`);
    return hostName(value);
  },
  condition: (column, values, parameter) => `${column} = ANY (${parameter(values, 'text[]')})`,
  schema: { type: 'string', maxLength: MAX_URL_LENGTH },
};

const SEARCH_LENGTH = { min: 2, max: 100 };
/**
 * How many words are looked up in the index: up to the minimum where these are rare, else up to the maximum. Common words
 * are skipped, so there may be fewer.
 */
const INDEXED_WORDS = { min: 2, max: 5 };
/** Shares of the texts above which a word is common: of those with the words before it, and of all where there are none. */
const COMMON = { remaining: 0.5, all: 0.2 };
/**
 * The parts of a word that have trigrams. Shorter parts beside punctuation have some too, but common ones. A word without
 * any would make PostgreSQL read the whole index.
 */
const INDEXED_PARTS = /[\p{L}\p{N}]{3,}/gu;
/** In a database whose `LC_CTYPE` is `C`, other words have no trigrams: they do not count for the minimum. */
const HAS_ASCII_TRIGRAM = /[a-z0-9]{3}/;

/**
 * A column with a name: every word of the value occurs in it or in the host of another column, anywhere. Needs an index
 * on the trigrams of the same expression.
 */
export function search(hostColumn: string): FilterType {
  const searchText = (nameColumn: string) => `(search_text(${nameColumn}, ${hostColumn}) COLLATE "C")`;
  return {
    normalize(value) {
      const text = textOf(value).trim();
      const length = lengthOf(text);
      if (length < SEARCH_LENGTH.min || length > SEARCH_LENGTH.max)
        throw new InvalidFilterValue(`must have ${SEARCH_LENGTH.min} to ${SEARCH_LENGTH.max} characters`);
      return text.replace(WHITE_SPACE, ' ').trim();
    },
    async comparands(value, fold) {
      const words = (await fold(value)).split(WHITE_SPACE).filter((word) => word !== '');
      if (words.length === 0)
        throw new InvalidFilterValue('must not consist of accents and white space only');
      return words;
    },
    condition(nameColumn, words, parameter, sample) {
      const text = searchText(nameColumn);
      const needed = words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
      const indexed = indexedWords(needed, sample);
      const conditions = indexed.map((word) => `${text} LIKE ${parameter(patternOf(word), 'text')}`);
      const others = needed.filter((word) => !indexed.includes(word)).map(patternOf);
      if (others.length > 0) conditions.push(`${text} LIKE ALL (${parameter(others, 'text[]')})`);
      return conditions.join(' AND ');
    },
    sampledExpression: searchText,
    schema: { type: 'string', minLength: SEARCH_LENGTH.min, maxLength: SEARCH_LENGTH.max },
  };
}

/**
 * The words to look up in the index, the rarest first, until no text of the sample has all of them. The rows that they
 * find are compared with the other words, which is faster for a common word (docs/decisions/filtered-pages.md).
 * @param sample searched texts of some rows; without them, longer words count as rarer.
 */
function indexedWords(words: readonly string[], sample: readonly string[] = []): string[] {
  const rarestFirst = words
    .flatMap((word) => {
      const parts = word.match(INDEXED_PARTS);
      return parts ? { word, parts, frequency: textsWith(parts, sample).length } : [];
    })
    .sort((one, other) => one.frequency - other.frequency || other.word.length - one.word.length);
  const indexed: string[] = [];
  let remaining = sample;
  for (const { word, parts, frequency } of rarestFirst) {
    const matching = textsWith(parts, remaining);
    const isCommon =
      remaining.length > 0
        ? matching.length > COMMON.remaining * remaining.length
        : frequency > COMMON.all * sample.length;
    const isImplied = parts.every((part) => indexed.some((one) => one.includes(part)));
    if (isImplied || (isCommon && indexed.length > 0)) continue;
    indexed.push(word);
    remaining = matching;
    const isRare = sample.length > 0 && remaining.length === 0;
    const suffices = indexed.filter((one) => HAS_ASCII_TRIGRAM.test(one)).length >= INDEXED_WORDS.min;
    if ((isRare && suffices) || indexed.length === INDEXED_WORDS.max) break;
  }
  return indexed;
}

/** The texts that have all parts of a word, as the index does: it has nothing of what is between the parts. */
function textsWith(parts: readonly string[], texts: readonly string[]): string[] {
  return texts.filter((text) => parts.every((part) => text.includes(part)));
}

function patternOf(word: string): string {
  return `%${word.replace(/[%_\\]/g, '\\$&')}%`;
}

/** @throws InvalidFilterValue for what PostgreSQL stores in no text. */
function textOf(value: string): string {
  if (!isUnicode(value)) throw new InvalidFilterValue('must be valid Unicode');
  if (hasControls(value)) throw new InvalidFilterValue('must not contain control characters');
  return value;
}
