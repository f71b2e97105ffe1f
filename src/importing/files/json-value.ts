/** The largest integer up to which a double holds every one. */
const MAX_EXACT_INTEGER = 2 ** 53;
/** Characters of a number that are looked at; no row has one of this length. */
const MAX_NUMBER_LENGTH = 400;
/** Matches where a number may be inexact as a double: one of 16 characters, or with an exponent. */
const LONG_NUMBER = /\d[\d.]{15}|[:,[\s]-?\d[\d.]*e/i;
/** What a scan of valid JSON must look at; none of these can backtrack. */
const ESCAPE_QUOTE_OR_NUMBER = /\\.|"|-?\d[\d.eE+-]*/g;

/** Parses JSON text; undefined where it is invalid. Numbers are those of `exactNumber`. */
export function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    if (!mayHaveNumbers(value) || !LONG_NUMBER.test(text)) return value;
    const exact = withoutInexact(text);
    return exact === text ? value : (JSON.parse(exact) as unknown);
  } catch {
    return undefined;
  }
}

/** Whether a parsed value may contain a number; true below two levels of nesting, which are not searched. */
function mayHaveNumbers(value: unknown, levels = 2): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number';
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => mayHaveNumbers(inner, levels - 1));
  for (const name in value)
    if (mayHaveNumbers((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return true;
  return false;
}

/**
 * The value of a JSON number; Infinity where the nearest double is an integer that the text does not denote exactly,
 * or lies beyond 2^53, so that no id becomes its neighbour.
 */
function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) return value;
  if (Math.abs(value) > MAX_EXACT_INTEGER || text.length > MAX_NUMBER_LENGTH) return Infinity;
  return significantDigits(text) === significantDigits(String(value)) ? value : Infinity;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Valid JSON whose inexact numbers are replaced by infinite ones. */
function withoutInexact(json: string): string {
  let inString = false;
  return json.replace(ESCAPE_QUOTE_OR_NUMBER, (token) => {
    if (token === '"') inString = !inString;
    if (inString || token === '"') return token;
    return exactNumber(token) === Infinity ? '1e999' : token;
  });
}

/** Equal for two numbers of about the same size exactly where the numbers are equal. */
function significantDigits(number: string): string {
  const [mantissa = ''] = number.split(/e/i);
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
}
