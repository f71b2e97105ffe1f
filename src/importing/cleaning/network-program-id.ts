import { type Cleaner } from './cleaner.js';
import { oneLineText } from './text.js';
import { InvalidValue } from './unclean.js';

const asText = oneLineText(255);

/** Text, or a JSON integer up to 2^53, taken as its digits. */
export const networkProgramId: Cleaner = (value, note) => {
  if (typeof value !== 'number') return asText(value, note);
  if (!Number.isInteger(value) || Math.abs(value) > 2 ** 53) {
    throw new InvalidValue('is neither text nor an integer up to 2^53');
  }
  return String(value);
};
