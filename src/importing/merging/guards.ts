import { type ClientBase } from 'pg';
import { type Threshold } from '../allowance.js';
import { ImportFailed } from '../import-errors.js';
import { type ImportCounts } from '../import-summary.js';

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

/** Fails the import when there are not so many ids left above the highest. */
export async function guardIds(
  client: ClientBase,
  table: 'networks' | 'programs',
  needed: number,
): Promise<void> {
  if (needed === 0) return;
  const { rows } = await client.query<{ left: number }>(
    `SELECT 2147483647 - greatest(
        (SELECT max(id) FROM accepted_rows),
        (SELECT max(id) FROM ${table}),
        pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')),
        0
      )::integer AS left`,
  );
  const left = rows[0]?.left ?? 0;
  if (left < needed) throw new ImportFailed(`${needed} new ${table} need an id, but only ${left} are left`);
}
