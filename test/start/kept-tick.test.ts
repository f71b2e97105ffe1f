import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { compiled } from '../program/compiled.js';

const run = promisify(execFile);

/** Prints what a tick takes, in nanoseconds, before and after whole garbage collections that find none under way. */
const TICKS = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { keepTick } from ${JSON.stringify(compiled('kept-tick'))};

  const TICKS = 100_000;
  const round = () => new Promise((resolve) => {
    const start = process.hrtime.bigint();
    let left = TICKS;
    const next = () => (--left > 0 ? process.nextTick(next) : resolve(Number(process.hrtime.bigint() - start) / TICKS));
    next();
  });
  const best = async () => Math.min(await round(), await round(), await round(), await round(), await round());

  keepTick();
  const before = await best();
  for (let times = 0; times < 5; times++) {
    await pause(10);
    gc();
  }
  console.log(JSON.stringify([before, await best()]));
`;

test('a tick takes as long after a garbage collection as before', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '--eval', TICKS]);
  const [before, after] = JSON.parse(stdout) as [number, number];
  expect(after / before).toBeLessThan(2.5);
});
