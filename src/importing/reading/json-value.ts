/** A string, or an integer with as many digits as no double holds exactly. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON text; undefined where it isn't any. An integer beyond 2^53 becomes Infinity rather than a neighbour
 * that it might be taken for.
 */
export function parseJson(text: string): unknown {
  const exact = /\d{16}/.test(text) ? text.replace(STRING_OR_LONG_INTEGER, withinRange) : text;
  try {
    return JSON.parse(exact) as unknown;
  } catch {
    return undefined;
  }
}

function withinRange(token: string): string {
  if (token.startsWith('"')) return token;
  const integer = BigInt(token);
  const largest = 2n ** 53n;
  return integer >= -largest && integer <= largest ? token : '1e999';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
