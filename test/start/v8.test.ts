import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { compiled } from '../program/compiled.js';

const run = promisify(execFile);

/** Prints what is pinned, and whether it still has the hidden class of a later tick's object after garbage collections. */
const SCRIPT = `
  import { executionAsyncResource } from 'node:async_hooks';
  import { setTimeout as pause } from 'node:timers/promises';
  import { pinned, pinNextTickShape } from ${JSON.stringify(compiled('v8'))};

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

/** Prints the largest heap of a process with rows that wait in a queue until they are old, beside many that stay. */
const QUEUE = `
  import { limitHeapGrowth } from ${JSON.stringify(compiled('v8'))};

  if (process.argv.includes('limited')) limitHeapGrowth();
  const rows = (count) => Array.from({ length: count }, (_, index) => ({ index, text: 'row ' + index }));
  globalThis.staying = rows(300_000);
  const queue = [];
  let largest = 0;
  for (let times = 0; times < 10_000; times++) {
    queue.push(rows(500));
    if (queue.length > 1000) queue.shift();
    largest = Math.max(largest, process.memoryUsage().heapUsed);
  }
  console.log(largest);
`;

test('limitHeapGrowth makes a process collect garbage that has become old before its heap has doubled', async () => {
  const largestHeap = async (...args: string[]) => {
    // The young generation, whose size differs by version, counts too.
    const flags = ['--max-semi-space-size=8', '--input-type=module'];
    const { stdout } = await run(process.execPath, [...flags, '--eval', QUEUE, '--', ...args]);
    return Number(stdout);
  };
  const [limited, unlimited] = [await largestHeap('limited'), await largestHeap()];
  expect(limited).toBeLessThan(0.7 * unlimited);
});
