const YES = new Set(['y', 'yes', 'true', '1']);
const NO = new Set(['n', 'no', 'false', '0']);

/** What is said in one of the ways that networks have; undefined for any other word. */
export function yesOrNo(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
