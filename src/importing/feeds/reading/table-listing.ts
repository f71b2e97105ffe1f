import { ImportFailed } from '../../import-errors.js';
import { csvRecords } from '../../reading/csv-records.js';
import { linesOf } from '../../reading/lines.js';
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
  if ('problem' in last && last.problem.field === 'row') {
    throw new ImportFailed(`${file} is cut: its last row, line ${last.line}, ${last.problem.reason}`);
  }
  yield last;
}
