/**
 * Breaks what the program depends on, on real servers, and tells what its clients see of it.
 * `--short` takes seconds for each fault, and a word after it only those whose line has the word.
 */
import { Report } from './report.js';
import { scenarios } from './scenarios/index.js';
import { Stage } from './stage.js';

/** Within this time of the end of a fault, all is as before. */
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
    if (tally.wrong > 0) throw new Error(`${tally.wrong} wrong answers`);
    if (recovery > RECOVERY_MS) throw new Error(`the trouble lasted for ${Math.round(recovery)} ms more`);
  } catch (error) {
    failures++;
    console.log(`  FAILED: ${(error as Error).message}`);
    for (const { log } of stage.instances) console.log(warnings(log));
  } finally {
    await stage.clear();
  }
}
report.print();
process.exitCode = failures > 0 ? 1 : 0;

function warnings(log: string): string {
  const lines = log.split('\n').filter((line) => /^\{"level":[456]/.test(line) || !line.startsWith('{'));
  return lines.slice(0, 20).join('\n');
}
