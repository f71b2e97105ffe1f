import { ImportFailed } from '../../import-errors.js';
import { csvRecords } from '../../files/csv-records.js';
import { linesOf } from '../../files/lines.js';
import { type RecordBatch, type SourceRecord } from '../../record-source.js';

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
): AsyncGenerator<RecordBatch, undefined> {
  // Yielded once another one follows, since only the last row of the file says whether it is cut.
  let previous: RecordBatch = [];
  for await (const batch of csvRecords(linesOf(text), file, columns, delimiter)) {
    if (batch.length === 0) continue;
    yield previous;
    previous = batch;
  }
  const lastRow = previous.at(-1);
  if (lastRow && isCut(lastRow)) {
    yield previous.slice(0, -1);
    throw new ImportFailed(`${file} is cut: its last row, line ${lastRow.line}, is incomplete`);
  }
  yield previous;
}

/** Whether the row lacks cells at its end, or the end of its last cell. */
function isCut(row: SourceRecord): boolean {
  if (!('problem' in row) || row.problem.field !== 'row') return false;
  return !row.values || Object.values(row.values).at(-1) === null;
}
