import { type Allowance } from '../allowance.js';
import { ImportFailed } from '../import-errors.js';
import { type ImportCounts } from '../import-summary.js';

/** Fails the import when more rows were rejected than allowed. */
export function guardRejected({ rejected, read }: ImportCounts, allowed: Allowance): void {
  if (rejected <= allowed(read)) return;
  throw new ImportFailed(
    `${rejected} of ${read} rows were rejected, more than the ${allowed(read)} that --max-rejected allows`,
  );
}

/** Fails the import when it would close more programs than allowed. */
export function guardClosed(closed: number, activeBefore: number, allowed: Allowance): void {
  if (closed <= allowed(activeBefore)) return;
  throw new ImportFailed(
    `${closed} of ${activeBefore} active programs would be closed, more than the ` +
      `${allowed(activeBefore)} that --max-closed allows`,
  );
}
