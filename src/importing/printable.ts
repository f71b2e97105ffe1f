/** Characters of a warning, which may name many fields. */
export const LONGEST_WARNING = 20_000;

/** Characters of the message that a command ends with. */
export const LONGEST_MESSAGE = 2000;

/** Text from outside as a line of at most so many characters, which neither steers a terminal nor breaks the database. */
export const printable = (text: string, longest: number): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longest);
