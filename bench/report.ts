import { writeFileSync } from 'node:fs';

/** One line of the table. */
export interface Finding {
  what: string;
  /** The value must be at least, or at most, this. */
  target: { least: number } | { most: number };
  value: number;
  /** Printed after the value; none for a ratio. */
  unit?: 'MB' | 's';
  /** What the value was worked out from. */
  detail: string;
}

export function isReached({ target, value }: Finding): boolean {
  return 'least' in target ? value >= target.least : value <= target.most;
}

const HEADINGS = ['What', 'Target', 'Measured', '', 'From'];

/** The findings as a Markdown table, padded so that it can be read in a terminal too. */
export function table(findings: readonly Finding[]): string {
  const cells = [HEADINGS, ...findings.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

export function writeReport(
  file: string,
  circumstances: readonly string[],
  findings: readonly Finding[],
): void {
  const list = circumstances.map((line) => `- ${line}`).join('\n');
  writeFileSync(
    file,
    `# What \`npm run bench\` measured\n\nWritten by the bench itself. Ratios are medians over rounds in which the servers took turns; how each is\nmeasured is described in \`bench/measures/\`.\n\n${list}\n\n${table(findings)}\n`,
  );
}

function cellsOf(finding: Finding): string[] {
  const { what, target, value, unit, detail } = finding;
  const suffix = unit === undefined ? '' : ` ${unit}`;
  const limit = 'least' in target ? `≥ ${target.least}` : `≤ ${target.most}`;
  return [what, limit + suffix, figure(value) + suffix, isReached(finding) ? 'reached' : 'missed', detail];
}

/** Three digits say all that a measurement is worth. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
