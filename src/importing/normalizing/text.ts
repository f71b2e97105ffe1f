import { isUnicode, lengthOf, oneLine } from '../../text/one-line.js';
import { type Field, InvalidValue } from './field.js';

/** A field's normalizer, the length that it allows, and what the database checks. */
export type LimitedText = Required<Pick<Field, 'normalize' | 'maxLength'>> & Pick<Field, 'check'>;

/** The key of a damaged row would match another program, and its own program would be closed. */
const STRAY_QUOTE = /^\s*(?:"[^"]*|[^"]*")\s*$/;
const LINE_END = /\r\n|\r|\n/;
/** A text longer than this many times its limit is rejected before it is normalized, though that could shorten it. */
const MAX_SHRINKING = 20;
/** The largest integer up to which a double holds every one. */
const MAX_EXACT_INTEGER = 2 ** 53;

/** A normalizer for one line of text, of at most that many characters. */
export const oneLineText = (maxLength: number): LimitedText =>
  limitedText(maxLength, validLine, 'clean_text');

/** A normalizer for text that keeps its line ends, of at most that many characters. */
export const multilineText = (maxLength: number): LimitedText => limitedText(maxLength, lines, 'clean_lines');

/** An identifier of an external system: text, or a JSON integer up to 2^53, stored as its digits. */
export function idText(maxLength: number): LimitedText {
  const { normalize, ...limits } = oneLineText(maxLength);
  return {
    ...limits,
    normalize(value, warn) {
      if (typeof value === 'string' && STRAY_QUOTE.test(value)) {
        throw new InvalidValue('has a quote at one end only');
      }
      if (typeof value !== 'number') return normalize(value, warn);
      if (!Number.isInteger(value) || Math.abs(value) > MAX_EXACT_INTEGER) {
        throw new InvalidValue('is neither text nor an integer up to 2^53');
      }
      return String(value);
    },
  };
}

/** As `oneLine` of any text. @throws InvalidValue for text that is not valid Unicode. */
export function validLine(value: string): string {
  if (!isUnicode(value)) throw new InvalidValue('is not valid Unicode');
  return oneLine(value);
}

/** Rejects a text that has more characters than that: code points, as PostgreSQL counts them. */
export function checkLength(text: string, maxLength: number): void {
  const isLonger = text.length > maxLength && (text.length > 2 * maxLength || lengthOf(text) > maxLength);
  if (isLonger) throw new InvalidValue(`has more than ${maxLength} characters`);
}

/** Several lines, separated by `\n`, each normalized by itself; none of them empty at the start or the end. */
function lines(value: string): string {
  const normalized = value.split(LINE_END).map(validLine);
  const hasText = (line: string): boolean => line !== '';
  return normalized.slice(normalized.findIndex(hasText), normalized.findLastIndex(hasText) + 1).join('\n');
}

function limitedText(
  maxLength: number,
  normalizeText: (value: string) => string,
  check: NonNullable<Field['check']>,
): LimitedText {
  return {
    maxLength,
    check,
    normalize(value) {
      if (value === null) return null;
      if (typeof value !== 'string') throw new InvalidValue('is not text');
      // Normalizing takes long for long text.
      const text = value.length > MAX_SHRINKING * maxLength ? value : normalizeText(value);
      checkLength(text, maxLength);
      return text === '' ? null : text;
    },
  };
}
