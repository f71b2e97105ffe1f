import { type Cleaner } from './cleaner.js';
import { Unclean } from './unclean.js';

/** The largest that a column of type `integer` holds. */
const LARGEST = 2147483647;

/** A whole number from the smallest to 2147483647, as a JSON number or as digits. */
export const wholeNumberFrom =
  (smallest: number): Cleaner =>
  (value) => {
    if (value === null) return null;
    const digits = typeof value === 'string' ? value.trim() : value;
    if (digits === '') return null;
    const number = typeof digits === 'string' && /^(?:0|[1-9]\d*)$/.test(digits) ? Number(digits) : digits;
    if (!Number.isInteger(number) || Number(number) < smallest || Number(number) > LARGEST) {
      throw new Unclean(`is not a whole number from ${smallest} to ${LARGEST}`);
    }
    return String(number);
  };
