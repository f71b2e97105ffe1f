import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { compiled } from '../program/compiled.js';

const run = promisify(execFile);

/** Prints what is pinned, and whether it still has the hidden class of a later tick's object after garbage collections. */
const SCRIPT = `
  import { executionAsyncResource } from 'node:async_hooks';
  import { setTimeout as pause } from 'node:timers/promises';
  import { pinned, pinNextTickShape } from ${JSON.stringify(compiled('pin-next-tick'))};

  pinNextTickShape();
  await new Promise((resolve) => process.nextTick(resolve));
  const haveSameMap = new Function('a', 'b', 'return %HaveSameMap(a, b)');
  const isShapeOfTicks = () => new Promise((resolve) =>
    process.nextTick(() => resolve(haveSameMap(pinned[0], executionAsyncResource()))));
  const before = await isShapeOfTicks();
  for (let times = 0; times < 5; times++) {
    await pause(10);
    gc();
  }
  console.log(JSON.stringify({ count: pinned.length, before, after: await isShapeOfTicks() }));
`;

test('pinNextTickShape keeps the object of one process.nextTick, whose hidden class later ones share', async () => {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module'];
  const { stdout } = await run(process.execPath, [...flags, '--eval', SCRIPT]);
  expect(JSON.parse(stdout)).toEqual({ count: 1, before: true, after: true });
});
