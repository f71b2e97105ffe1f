import { existsSync, readFileSync, writeFileSync } from 'node:fs';

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

/** The findings as a Markdown table. */
export function table(findings: readonly Finding[]): string {
  return markdownTable([HEADINGS, ...findings.map(cellsOf)]);
}

/** A Markdown table, padded so that it can be read in a terminal too. The first row is its heading. */
export function markdownTable(cells: readonly (readonly string[])[]): string {
  const widths = cells[0]!.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** What a report belongs to: results of one processor are not comparable with those of another. */
export interface Circumstances {
  processor: string;
  /** Commit, versions, sizes. */
  lines: readonly string[];
}

const TITLE = `# What the benches measured

Written by \`npm run bench\` and \`npm run bench:import\`, a section for each processor. Ratios are medians over rounds in which
the servers took turns; how each is measured is described in \`bench/measures/\` and \`bench/import.ts\`.
`;

/** Replaces one part of the processor's section in a report, and keeps all others. */
export function writeReport(
  file: string,
  part: 'Requests' | 'Imports',
  { processor, lines }: Circumstances,
  tables: readonly string[],
): void {
  const [, ...sections] = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^## /m);
  const parts = new Map(sections.flatMap((section) => partsOf(section)));
  parts.set(`${processor}\n${part}`, [lines.map((line) => `- ${line}`).join('\n'), ...tables].join('\n\n'));
  const processors = new Map<string, string[]>();
  for (const [key, text] of [...parts].sort(([one], [other]) => (one < other ? 1 : -1))) {
    const [name, heading] = key.split('\n') as [string, string];
    processors.set(name, [...(processors.get(name) ?? []), `### ${heading}\n\n${text.trim()}`]);
  }
  const written = [...processors].map(([name, texts]) => [`## ${name}`, ...texts].join('\n\n'));
  writeFileSync(file, `${[TITLE.trim(), ...written].join('\n\n')}\n`);
}

/** The parts of a section, by processor and heading. */
function partsOf(section: string): [string, string][] {
  const [processor, ...parts] = section.split(/^### /m) as [string, ...string[]];
  return parts.map((text) => {
    const end = text.indexOf('\n');
    return [`${processor.trim()}\n${text.slice(0, end)}`, text.slice(end + 1)];
  });
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
