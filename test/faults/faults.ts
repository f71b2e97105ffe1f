/**
 * Breaks the real servers that the program depends on, and reports what its clients see.
 * `--short` spends seconds on each fault; words select the faults whose description contains all of them.
 */
import { Report } from './report.js';
import { scenarios } from './scenarios/index.js';
import { Stage } from './stage.js';

/** The longest time from the end of a fault to normal operation. */
const RECOVERY_MS = 2_000;

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const short = process.argv.includes('--short');
const report = new Report();
let failures = 0;
let stage: Stage | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stage?.clear().finally(() => process.exit(1)));
for (const { broken, run } of scenarios.filter(({ broken }) =>
  words.every((word) => broken.includes(word)),
)) {
  console.log(broken);
  stage = await Stage.set(short);
  try {
    const finding = await run(stage);
    report.add(broken, finding);
    const { tally, recovery = 0 } = finding;
    if (tally.wrong > 0) throw new Error(`${tally.wrong} wrong responses`);
    if (recovery > RECOVERY_MS) throw new Error(`recovery took ${Math.round(recovery)} ms`);
  } catch (error) {
    failures++;
    console.log(`  FAILED: ${(error as Error).message}`);
    for (const { log } of stage.instances) console.log(warnings(log));
  } finally {
    await stage.clear();
  }
}
report.print();
// Whatever a failed scenario may have left running must not keep the process alive.
process.exit(failures > 0 ? 1 : 0);

function warnings(log: string): string {
  const lines = log.split('\n').filter((line) => /^\{"level":[456]/.test(line) || !line.startsWith('{'));
  return lines.slice(0, 20).join('\n');
}
