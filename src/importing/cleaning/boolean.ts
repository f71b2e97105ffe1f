import { type Cleaner } from './cleaner.js';
import { InvalidValue } from './unclean.js';

const MEANINGS = new Map<unknown, string>([
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
export const boolean: Cleaner = (value) => {
  if (value === null) return null;
  const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (given === '') return null;
  const meaning = MEANINGS.get(given);
  if (meaning === undefined) throw new InvalidValue('is neither true, false, 1 nor 0');
  return meaning;
};
