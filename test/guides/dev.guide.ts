import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { run, type Running } from '../start/running.js';
import { CheckoutCopy } from '../set-up/checkout-copy.js';

const UP = /The directory is at (http:\/\/127\.0\.0\.1:\d+)$/m;
const UP_AGAIN = /The directory is at [^]*The directory is at (http:\/\/127\.0\.0\.1:\d+)$/m;
const PATIENCE_MS = 180_000;

let copy: CheckoutCopy;
let running: Running;
beforeAll(async () => {
  copy = await CheckoutCopy.make();
}, PATIENCE_MS);
afterAll(async () => {
  running.signal('SIGKILL');
  await running.ended;
  await copy.remove();
});

test(
  'npm run dev serves the sources as they are after each change',
  async () => {
    const file = join(copy.folder, 'src/networks/network.list.ts');
    const description = async (address: string | undefined) =>
      (await fetch(`${address}/openapi.json`)).text();

    running = run(['npm', 'run', 'dev'], copy.folder, { PORT: '0', DATABASE_URL: '' });
    expect(await description((await running.says(UP))[1])).not.toContain('Changed while it ran.');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('Internal numeric identifier.', 'Changed while it ran.'));
    expect(await description((await running.says(UP_AGAIN))[1])).toContain('Changed while it ran.');

    running.signal('SIGINT');
    expect((await running.ended).code).not.toBeNull();
  },
  PATIENCE_MS,
);
