import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { compiled } from '../program/compiled.js';

const run = promisify(execFile);

/**
 * Prints how many megabytes of the old generation are used after 32 concurrent chains of requests, with rows for each
 * request. A full garbage collection, which would free them, begins later.
 */
const script = (setup: string, request: string): string => `
  import { setImmediate } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  ${setup}

  const large = () => Array.from({ length: 500 }, (_, index) => ({ index }));
  const request = ${request};
  await request('first');
  // So that what the first request has left in use becomes old.
  for (let times = 0; times < 2000; times++) large();
  let started = 0;
  await Promise.all(Array.from({ length: 32 }, async () => {
    while (started < 30_000) await request('request ' + started++);
  }));
  const { space_used_size: used } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space');
  console.log(used / 1e6);
`;

test.each([
  [
    'SingleFlight',
    `import { SingleFlight } from ${JSON.stringify(compiled('database/single-flight'))};
     const flight = new SingleFlight();`,
    `(identity) => flight.do(identity, async () => {
       await setImmediate();
       return large();
     })`,
  ],
  [
    'ConcurrencyLimiter',
    `import { ConcurrencyLimiter } from ${JSON.stringify(compiled('http/concurrency-limiter'))};
     const limiter = new ConcurrencyLimiter();`,
    `async () => {
       const context = { response: { destroyed: false }, rows: large() };
       await limiter.acquire(context);
       await setImmediate();
       limiter.release(context);
     }`,
  ],
])('%s keeps nothing of what has ended until a full garbage collection', async (_, setup, request) => {
  const flags = ['--initial-old-space-size=2000', '--max-old-space-size=4000', '--input-type=module'];
  const { stdout } = await run(process.execPath, [...flags, '--eval', script(setup, request)]);
  expect(Number(stdout)).toBeLessThan(100);
});
