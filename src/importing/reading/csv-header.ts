import { ImportFailed } from '../import-errors.js';
import { csvDelimiter } from './csv-delimiter.js';
import { CsvRows } from './csv-rows.js';
import { type Line } from './lines.js';

export interface CsvHeader {
  columns: string[];
  delimiter: string;
}

/** Which columns a file must have, and which may stand in it once only: all that are read of it. */
export interface ExpectedColumns {
  required: readonly string[];
  /** All unless given; other columns are ignored, so that they may well be there twice. */
  known?: readonly string[];
}

/** The header in a line; the delimiter is found unless given. Throws `ImportFailed` for what is not expected. */
export function csvHeader(
  line: Line,
  file: string,
  { required, known }: ExpectedColumns,
  given?: string,
): CsvHeader {
  const delimiter = given ?? csvDelimiter(line.text, (between) => lacking(columnsOf(line, between)).length);
  const columns = columnsOf(line, delimiter);
  const missing = lacking(columns);
  if (missing.length > 0) {
    const plural = missing.length > 1 ? 's' : '';
    throw new ImportFailed(`${file} lacks the required column${plural} ${missing.join(', ')}`);
  }
  const twice = (known ?? columns.filter((name) => name !== '')).find(
    (name) => columns.indexOf(name) < columns.lastIndexOf(name),
  );
  if (twice !== undefined) throw new ImportFailed(`${file} has the column ${twice} twice`);
  return { columns, delimiter };

  function lacking(names: readonly string[]): string[] {
    return required.filter((name) => !names.includes(name));
  }
}

function columnsOf(line: Line, delimiter: string): string[] {
  const [row] = new CsvRows(delimiter, 0).push([line]);
  return row && 'cells' in row ? row.cells.map((name) => name.trim()) : [];
}
