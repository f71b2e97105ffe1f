import { WrongUsage } from './import-errors.js';

/** How many of a total may be rejected, or closed. */
export type Threshold = (total: number) => number;

/** What is always allowed by default, since in a small feed one row is many per cent. */
const ALWAYS = 10;

/** In whole numbers, since 0.57 has no exact one. */
const share = (percent: number, total: number): number =>
  Math.floor((total * Math.round(percent * 1000)) / 100_000);

/** Of `--max-rejected`. Throws `WrongUsage`. */
export const rejectedAllowance = (value?: string): Threshold => allowance('--max-rejected', value, 1);

/** Of `--max-closed`. Throws `WrongUsage`. */
export const closedAllowance = (value?: string): Threshold => allowance('--max-closed', value, 20);

/** `N` or `N%`; without it the percentage by default, and ten. */
function allowance(option: string, value: string | undefined, percentByDefault: number): Threshold {
  if (value === undefined) return (total) => Math.max(ALWAYS, share(percentByDefault, total));
  const [, digits, percent] = /^(\d{1,10}(?:\.\d{1,3})?)(%)?$/.exec(value) ?? [];
  const number = Number(digits);
  if (percent && number <= 100) return (total) => share(number, total);
  if (!percent && Number.isInteger(number)) return () => number;
  throw new WrongUsage(`${option} takes a number or a percentage such as 50 or 5%, not ${value}`);
}
