import { ImportFailed, WrongUsage } from '../import-errors.js';
import { type ImportCounts } from '../import-options.js';

/** How many of a total may be rejected, or closed. */
export type Threshold = (total: number) => number;

/** Always allowed by default, since in a small feed one row is many per cent. */
const ALWAYS_ALLOWED = 10;

/** Rounded down, in whole numbers, since a double has no exact 0.57. */
const share = (percent: number, total: number): number =>
  Math.floor((total * Math.round(percent * 1000)) / 100_000);

/**
 * Of `--max-rejected`.
 * @throws WrongUsage
 */
export const rejectedThreshold = (value?: string): Threshold => threshold('--max-rejected', value, 1);

/**
 * Of `--max-closed`.
 * @throws WrongUsage
 */
export const closedThreshold = (value?: string): Threshold => threshold('--max-closed', value, 20);

/** `N` or `N%`; without a value the percentage by default, and ten. */
function threshold(option: string, value: string | undefined, percentByDefault: number): Threshold {
  if (value === undefined) return (total) => Math.max(ALWAYS_ALLOWED, share(percentByDefault, total));
  const [, digits, percent] = /^(\d{1,10}(?:\.\d{1,3})?)(%)?$/.exec(value) ?? [];
  const number = Number(digits);
  if (percent && number <= 100) return (total) => share(number, total);
  if (!percent && Number.isInteger(number)) return () => number;
  throw new WrongUsage(`${option} takes a number or a percentage such as 50 or 5%, not ${value}`);
}

/** Fails the import when more rows were rejected than allowed. */
export function guardRejected({ rejected, read }: ImportCounts, allowed: Threshold): void {
  if (rejected <= allowed(read)) return;
  throw new ImportFailed(
    `${rejected} of ${read} rows were rejected, more than the ${allowed(read)} that --max-rejected allows`,
  );
}

/** Fails the import when it would close more programs than allowed. */
export function guardClosed(closed: number, activeBefore: number, allowed: Threshold): void {
  if (closed <= allowed(activeBefore)) return;
  throw new ImportFailed(
    `${closed} of ${activeBefore} active programs would be closed, more than the ` +
      `${allowed(activeBefore)} that --max-closed allows`,
  );
}
