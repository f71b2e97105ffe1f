import { countryCode } from '../../normalizing/countries.js';
import { type Scalar } from '../feed-definition.js';

/** Names that networks use and the Unicode locale data does not have, letters only. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AMERICA: 'US',
  BURMA: 'MM',
  CAPEVERDE: 'CV',
  CZECHREPUBLIC: 'CZ',
  DEMOCRATICREPUBLICCONGO: 'CD',
  DIJIBOUTI: 'DJ',
  ENGLAND: 'GB',
  GREATBRITAIN: 'GB',
  HOLLAND: 'NL',
  HONGKONG: 'HK',
  IVORYCOAST: 'CI',
  KOREA: 'KR',
  KOREAREPUBLICOF: 'KR',
  MACAO: 'MO',
  MACAU: 'MO',
  MACEDONIA: 'MK',
  PALESTINE: 'PS',
  REPUBLICOFKOREA: 'KR',
  RUSSIANFEDERATION: 'RU',
  SWAZILAND: 'SZ',
  THENETHERLANDS: 'NL',
  TURKEY: 'TR',
  UNITEDSTATESOFAMERICA: 'US',
  USA: 'US',
  VATICAN: 'VA',
  VIETNAM: 'VN',
};
const LOCALE = /^[a-z]{2,3}[_-]([a-z]{2})$/i;
const SEPARATOR = /\s*[|,;]\s*/;
/** Codes with blanks between them. */
const SPACED_CODES = /^[a-z]{2}(?:\s+[a-z]{2})+$/i;

/** The codes of the countries in a text, given by code, English name or locale; an unknown part stays unchanged. */
export function countriesIn(value: Scalar): string[] {
  const code = codeOf(String(value));
  return code === undefined ? countryParts(value).map((part) => codeOf(part) ?? part) : [code];
}

/** The parts of a text that lists countries. */
export const countryParts = (value: Scalar): string[] =>
  String(value)
    .trim()
    .split(SEPARATOR)
    .flatMap((part) => (SPACED_CODES.test(part) ? part.split(/\s+/) : part))
    .filter((part) => part !== '');

function codeOf(text: string): string | undefined {
  return countryCode(LOCALE.exec(text.trim())?.[1] ?? text) ?? CODES.get(lettersOf(text));
}

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/&/g, 'and')
    .replace(/\bsaint\b/gi, 'st')
    .replace(/[^a-z]/gi, '')
    .toUpperCase();

const CODES = new Map(Object.entries(OTHER_NAMES));
const names = new Intl.DisplayNames('en', { type: 'region' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
  if (countryCode(code) === code) CODES.set(lettersOf(names.of(code) ?? code), code);
}
