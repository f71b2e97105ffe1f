import { normalizeCountryCode } from '../../text/country-code.js';
import { InvalidValue, type Normalizer, type Warn } from './field.js';

/** ISO 3166-1 alpha-2, the officially assigned codes. */
const ASSIGNED = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
   CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
   FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
   JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
   MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
   PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
   TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);
const isAssigned = (code: unknown): code is string => ASSIGNED.has(code as string);
/** What may separate two codes; no code contains any of it. */
const SEPARATOR = /[|,;]/;

/** The code in upper case, `UK` as `GB`; undefined where it is assigned to no country. */
export function countryCode(value: string): string | undefined {
  const code = normalizeCountryCode(value.trim());
  return isAssigned(code) ? code : undefined;
}

/**
 * A list of country codes, or one text of several, as a PostgreSQL array in the order of the feed, without repeats.
 * Where every code is unknown the field counts as absent: a list that was not understood replaces no stored one.
 */
export const countries: Normalizer = (value, warn) => {
  if (value === null) return null;
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list)) throw new InvalidValue('is not a list of country codes');
  // Most lists are of plain codes.
  const codes = list.every(isAssigned) ? list : knownCodes(list, warn);
  return codes && `{${[...new Set(codes)].join(',')}}`;
};

/** The known codes of a list; undefined where it has only unknown ones. */
function knownCodes(list: readonly unknown[], warn: Warn): string[] | undefined {
  const texts = list.flatMap(splitCodes);
  const known = texts.flatMap((text) => knownCode(text, warn) ?? []);
  return known.length === 0 && texts.length > 0 ? undefined : known;
}

/** One country code; an unknown one counts as absent. */
export const country: Normalizer = (value, warn) => {
  if (value === null) return null;
  const text = codeText(value);
  return text.trim() === '' ? null : knownCode(text, warn);
};

function splitCodes(element: unknown): string[] {
  const text = codeText(element);
  return text.split(SEPARATOR).filter((part) => part.trim() !== '');
}

function codeText(value: unknown): string {
  if (typeof value !== 'string') throw new InvalidValue('is not a country code');
  return value;
}

function knownCode(text: string, warn: Warn): string | undefined {
  const code = countryCode(text);
  if (code === undefined) warn(`unknown code ${JSON.stringify(text.trim().slice(0, 20))} is ignored`);
  return code;
}
