import { type SourceRecord } from '../record-source.js';
import { csvHeader, type ExpectedColumns } from './csv-header.js';
import { CsvTable } from './csv-table.js';
import { HeaderLines } from './header-lines.js';
import { type Line } from './lines.js';

/**
 * The records of a CSV file, named by its header. A line without any content is none.
 * @param expected the required columns, and where others may stand twice, those that may not
 * @param delimiter found in the header unless given
 */
export async function* csvRecords(
  batches: AsyncIterable<Line[]>,
  file: string,
  expected: readonly string[] | ExpectedColumns,
  delimiter?: string,
): AsyncGenerator<SourceRecord> {
  const columns = 'required' in expected ? expected : { required: expected };
  const header = new HeaderLines();
  const begin = () => new CsvTable(csvHeader(header.take(), file, columns, delimiter), file);
  let table: CsvTable | undefined;
  for await (const lines of batches) {
    const rows = table ? lines : header.push(lines);
    if (!rows) continue;
    table ??= begin();
    yield* table.push(rows);
  }
  table ??= begin();
  yield* table.end();
}
