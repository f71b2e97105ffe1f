import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { RejectedRows } from '../../src/cli/rejected-rows.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

/** More than the buffers of a pipe and a stream hold. */
const ROWS = 20_000;

test('RejectedRows waits for a slow reader of its file', async () => {
  const folder = await makeTemporaryFolder();
  try {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = createReadStream(pipe);
    const rejected = await RejectedRows.open(pipe, () => undefined);
    let taken = 0;
    const all = (async () => {
      for (; taken < ROWS; taken++) await rejected.add(`feed:${taken}: name: is missing`);
      await rejected.end();
    })();
    await pause(200);
    expect(taken).toBeLessThan(ROWS / 2);

    const lines = (await text(reader)).trimEnd().split('\n');
    await all;
    expect(lines).toEqual(Array.from({ length: ROWS }, (_, at) => `feed:${at}: name: is missing`));
  } finally {
    await rm(folder, { recursive: true });
  }
});
