/** Whether the text has more characters than that: code points, as the database counts them. */
export const isLongerThan = (longest: number, text: string): boolean =>
  text.length > longest && (text.length > 2 * longest || [...text].length > longest);
