import { type Cleaner } from './cleaner.js';
import { InvalidValue } from './unclean.js';

/** The largest that a column of type `integer` holds. */
const LARGEST = 2147483647;

/** A whole number from the smallest to 2147483647, as a JSON number or as digits. */
export const wholeNumberFrom =
  (smallest: number): Cleaner =>
  (value) => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
    const number = numberOf(value);
    if (number === undefined || number < smallest || number > LARGEST) {
      throw new InvalidValue(`is not a whole number from ${smallest} to ${LARGEST}`);
    }
    return String(number);
  };

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && /^(?:0|[1-9]\d*)$/.test(value.trim()) ? Number(value) : undefined;
}
