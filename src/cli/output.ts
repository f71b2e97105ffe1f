import { Option } from 'commander';

/** Tells the operator something. Standard output belongs to what a command prints. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Output that nobody takes, of a closed pipe or a full disk, is no failure of the command. */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object');
}

/** Prints what a command was asked for: one JSON object, or text for a reader. */
export function print(json: boolean | undefined, value: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

/** Objects with the same keys, a line each, in columns. */
export function table(objects: readonly Record<string, Cell>[]): string {
  if (objects.length === 0) return 'none';
  const rows = [Object.keys(objects[0]!), ...objects.map((object) => Object.values(object).map(textOf))];
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

function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return cell === null ? '-' : String(cell);
}
