import { type Finding } from './scenario.js';

/** Prints the table, one line for each fault. */
export class Report {
  private readonly lines: string[][] = [['broken', 'sent', 'responses', 'wrong', 'recovery']];

  add(broken: string, { tally, recovery, notes }: Finding): void {
    const responses = Object.entries(tally.statuses).map(([status, count]) => `${count} × ${status}`);
    this.lines.push([
      broken,
      String(tally.sent),
      responses.join(', '),
      String(tally.wrong),
      recovery === undefined ? '' : `${Math.round(recovery)} ms`,
    ]);
    console.log(`  ${notes.join('\n  ')}`);
  }

  print(): void {
    const widths = this.lines[0]!.map((_, column) =>
      Math.max(...this.lines.map((line) => line[column]!.length)),
    );
    for (const line of this.lines)
      console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  }
}
