import { InvalidValue, type Normalizer } from './field.js';

/** The largest value of a column of type `integer`. */
const MAX_INTEGER = 2147483647;

const BOOLEANS = new Map<unknown, string>([
  [true, 'true'],
  [1, 'true'],
  ['true', 'true'],
  ['1', 'true'],
  [false, 'false'],
  [0, 'false'],
  ['false', 'false'],
  ['0', 'false'],
]);

/** `true`, `false`, `1` or `0`, in any case. */
export const boolean: Normalizer = (value) => {
  if (value === null) return null;
  const key = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (key === '') return null;
  const text = BOOLEANS.get(key);
  if (text === undefined) throw new InvalidValue('is neither true, false, 1 nor 0');
  return text;
};

/** An integer from the minimum to 2147483647, as a JSON number or as digits. */
export const integerFrom =
  (minimum: number): Normalizer =>
  (value) => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
    const number = parseInteger(value);
    if (number === undefined || number < minimum || number > MAX_INTEGER) {
      throw new InvalidValue(`is not a whole number from ${minimum} to ${MAX_INTEGER}`);
    }
    return String(number);
  };

function parseInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && /^(?:0|[1-9]\d*)$/.test(value.trim()) ? Number(value) : undefined;
}
