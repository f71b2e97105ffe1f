/** Other letters have ASCII ones as their upper case: `ß` is not `SS`, and `ﬁ` is not Finland. */
const TWO_LETTERS = /^[a-z]{2}$/i;

/**
 * Normalizes a country code of two letters in any case: upper case, and `UK` as `GB`, which ISO 3166-1 assigns to the
 * United Kingdom. Undefined for anything else; whether the code is assigned is not checked.
 */
export function normalizeCountryCode(value: string): string | undefined {
  if (!TWO_LETTERS.test(value)) return undefined;
  const code = value.toUpperCase();
  return code === 'UK' ? 'GB' : code;
}
