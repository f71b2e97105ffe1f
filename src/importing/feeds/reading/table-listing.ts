import { ImportFailed } from '../../import-errors.js';
import { csvRecords } from '../../files/csv-records.js';
import { linesOf } from '../../files/lines.js';
import { type SourceRecord } from '../../record-source.js';

/**
 * The records of a table with a header. A table has no end mark, so a last row that is broken is taken for a cut.
 * @param columns those without which it is no such table
 */
export async function* tableListing(
  text: AsyncIterable<string>,
  file: string,
  columns: readonly string[],
  delimiter: string | undefined,
): AsyncGenerator<SourceRecord, undefined> {
  let last: SourceRecord | undefined;
  for await (const record of csvRecords(linesOf(text), file, columns, delimiter)) {
    if (last) yield last;
    last = record;
  }
  if (!last) return;
  if (isCut(last)) {
    throw new ImportFailed(`${file} is cut: its last row, line ${last.line}, is not whole`);
  }
  yield last;
}

/** Whether a row lacks cells at its end, or the end of its last one. */
function isCut(row: SourceRecord): boolean {
  if (!('problem' in row) || row.problem.field !== 'row') return false;
  return !row.values || Object.values(row.values).at(-1) === null;
}
