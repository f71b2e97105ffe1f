import { ImportFailed } from '../../import-errors.js';
import { csvRecords } from '../../files/csv-records.js';
import { linesOf } from '../../files/lines.js';
import { type SourceRecord } from '../../record-source.js';

/**
 * The records of a table with a header. A table has no end mark, so a broken last row means that the file is cut.
 * @param columns the required columns
 * @throws ImportFailed for a table that is cut or lacks a column
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
    throw new ImportFailed(`${file} is cut: its last row, line ${last.line}, is incomplete`);
  }
  yield last;
}

/** Whether the row lacks cells at its end, or the end of its last cell. */
function isCut(row: SourceRecord): boolean {
  if (!('problem' in row) || row.problem.field !== 'row') return false;
  return !row.values || Object.values(row.values).at(-1) === null;
}
