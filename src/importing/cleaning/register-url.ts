import { type Cleaner } from './cleaner.js';
import { isLongerThan } from './text-length.js';
import { InvalidValue } from './unclean.js';

const LONGEST = 2048;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_IN_A_URL = /[\s\u0000-\u001f\u007f-\u009f\u180e]|\p{Surrogate}/u;

/** An http(s) URL, kept as given but for blanks around it. */
export const registerUrl: Cleaner = (value) => {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue('is not text');
  const given = value.trim();
  if (given === '') return null;
  // First, since a URL parser takes long for a long host.
  if (isLongerThan(LONGEST, given)) throw new InvalidValue(`has more than ${LONGEST} characters`);
  if (!/^https?:\/\//i.test(given) || NOT_IN_A_URL.test(given) || !URL.canParse(given)) {
    throw new InvalidValue('is not an http or https URL');
  }
  return given;
};
