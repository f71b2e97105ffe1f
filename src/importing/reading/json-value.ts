import { numberOf } from './json-number.js';

/** Found where a number may be none that a double holds exactly: one of 16 characters, or with an exponent. */
const LONG_NUMBER = /\d[\d.]{15}|[:,[\s]-?\d[\d.]*e/i;
/** What a scan of valid JSON must look at; none of these can backtrack. */
const ESCAPE_QUOTE_OR_NUMBER = /\\.|"|-?\d[\d.eE+-]*/g;

/** Parses JSON text; undefined where it isn't any. A number is what `numberOf` says. */
export function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    if (!LONG_NUMBER.test(text)) return value;
    const exact = withoutInexact(text);
    return exact === text ? value : (JSON.parse(exact) as unknown);
  } catch {
    return undefined;
  }
}

/** Valid JSON with infinite numbers in the place of those that would become a neighbour. */
function withoutInexact(json: string): string {
  let inString = false;
  return json.replace(ESCAPE_QUOTE_OR_NUMBER, (token) => {
    if (token === '"') inString = !inString;
    if (inString || token === '"') return token;
    return numberOf(token) === Infinity ? '1e999' : token;
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
