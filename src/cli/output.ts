import { Option } from 'commander';

/** Writes a message for the operator to standard error. Standard output is for the results of commands. */
export function printMessage(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A closed pipe or a full disk behind standard output or standard error does not fail the command. */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object');
}

/** Writes the result of a command to standard output: one JSON object, or text for a reader. */
export function printResult(json: boolean | undefined, value: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

/** Formats objects with the same keys in columns, one line each. */
export function formatTable(objects: readonly Record<string, Cell>[]): string {
  if (objects.length === 0) return 'none';
  const rows = [Object.keys(objects[0]!), ...objects.map((object) => Object.values(object).map(formatCell))];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

type Cell = string | number | Date | null;

function formatCell(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return cell === null ? '-' : String(cell);
}
