const LARGEST = 2 ** 53;
/** Characters of a number that are looked at; a row has none of this length. */
const LONGEST = 400;

/**
 * The value of a JSON number. Where the double nearest to it is an integer that it doesn't denote exactly, or lies
 * beyond 2^53, it becomes Infinity rather than a neighbour that it might be taken for.
 */
export function numberOf(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) return value;
  if (Math.abs(value) > LARGEST || text.length > LONGEST) return Infinity;
  return significantDigits(text) === significantDigits(String(value)) ? value : Infinity;
}

/** Two numbers that are near each other are the same where these are. */
function significantDigits(number: string): string {
  const [mantissa = ''] = number.split(/e/i);
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
}
