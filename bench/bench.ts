/** Measures the product beside its peers and beside the limit, and writes down whether it is as fast as it should be. */
import { withDirectories } from './directory/directories.js';
import { machine } from './machine.js';
import { measures } from './measures/index.js';
import { FULL_SIZE, readOptions } from './options.js';
import { type Finding, table, writeReport } from './report.js';

const options = readOptions();
const isFullRun = options.only.length === Object.keys(measures).length && options.programs === FULL_SIZE;
const out = options.out ?? (isFullRun ? 'bench/RESULTS.md' : undefined);
const log = (line: string) => process.stderr.write(`${line}\n`);

await withDirectories(options, log, async (directories) => {
  const directory = await directories.of(options.programs);
  const findings: Finding[] = [];
  for (const name of options.only) {
    log(`Measuring: ${name}`);
    const measured = await measures[name]({ options, directory, directories });
    // For a run that is interrupted: the report is written at the end.
    log(table(measured));
    findings.push(...measured);
  }
  const { processor, lines } = machine(await directory.postgresVersion());
  const size = `${options.programs.toLocaleString('en')} active programs, ${options.rounds} rounds, turns of ${options.seconds} s`;
  const circumstances = { processor, lines: [...lines, size] };
  console.log([processor, ...circumstances.lines, '', table(findings)].join('\n'));
  if (out !== undefined) writeReport(out, 'Requests', circumstances, [table(findings)]);
});
