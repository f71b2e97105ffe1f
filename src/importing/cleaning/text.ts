import { type Cleaner } from './cleaner.js';
import { isLongerThan } from './text-length.js';
import { InvalidValue } from './unclean.js';

/** Nothing to do for most values: printable ASCII. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;
/** Next line (U+0085) is white space too, though JavaScript doesn't count it. */
const WHITE_SPACE = /[\s\u0085]+/g;
const LINE_END = /\r\n|\r|\n/;
const HALF_A_PAIR = /\p{Surrogate}/u;
/** So many times the longest text may be given, blanks and all. */
const MOST_UNCLEAN = 20;

/** One line of text: NFC, trimmed, one blank for inner white space, no control characters. */
export function oneLine(value: string): string {
  if (PLAIN.test(value)) return value;
  if (HALF_A_PAIR.test(value)) throw new InvalidValue('is not valid Unicode');
  return value.replace(CONTROLS, '').replace(WHITE_SPACE, ' ').trim().normalize('NFC');
}

/** Several lines, separated by `\n`, each cleaned as one line is; none of them empty at the start or the end. */
function lines(value: string): string {
  const cleaned = value.split(LINE_END).map(oneLine);
  const isFull = (line: string): boolean => line !== '';
  return cleaned.slice(cleaned.findIndex(isFull), cleaned.findLastIndex(isFull) + 1).join('\n');
}

function atMost(longest: number, clean: (value: string) => string): Cleaner {
  return (value) => {
    if (value === null) return null;
    if (typeof value !== 'string') throw new InvalidValue('is not text');
    // Cleaning takes long for long text, and what it takes away is never the most of it.
    const text = value.length > MOST_UNCLEAN * longest ? value : clean(value);
    if (isLongerThan(longest, text)) throw new InvalidValue(`has more than ${longest} characters`);
    return text === '' ? null : text;
  };
}

/** Text on one line of at most so many characters. */
export const oneLineText = (longest: number): Cleaner => atMost(longest, oneLine);

/** Text that keeps its line ends, of at most so many characters. */
export const multilineText = (longest: number): Cleaner => atMost(longest, lines);
