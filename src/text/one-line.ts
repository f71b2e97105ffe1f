/** Printable ASCII with single blanks, which most values are: nothing to do. */
const NORMALIZED = /^[!-~]+(?: [!-~]+)*$/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;
/** Next line (U+0085) is white space too, though JavaScript does not count it. */
export const WHITE_SPACE = /[\s\u0085]+/g;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** One line of text: NFC, trimmed, one blank for inner white space, no control characters. */
export function oneLine(value: string): string {
  if (NORMALIZED.test(value)) return value;
  return value.replace(CONTROLS, '').replace(WHITE_SPACE, ' ').trim().normalize('NFC');
}

/** Whether a text has control characters, apart from those that are white space. */
export function hasControls(value: string): boolean {
  return value.search(CONTROLS) >= 0;
}

/** Whether a text is valid Unicode: PostgreSQL stores no other. */
export function isUnicode(value: string): boolean {
  return !LONE_SURROGATE.test(value);
}

/** The number of characters: code points, as PostgreSQL counts them. */
export function lengthOf(value: string): number {
  let length = 0;
  for (let at = 0; at < value.length; at += value.codePointAt(at)! > 0xffff ? 2 : 1) length++;
  return length;
}
