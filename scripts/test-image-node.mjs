/** Runs the suites that depend most on Node.js with the major version that the image ships. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseOfImage, installNode } from './node-binary.mjs';
import { run, log } from './project.mjs';
import { setUp } from './set-up.mjs';

await setUp({ built: false });
const { major } = baseOfImage();
const folder = await mkdtemp(join(tmpdir(), 'directory-node-'));
try {
  log(`Installing Node.js ${major} …`);
  const node = await installNode(major, folder);
  process.exitCode = await run(
    node,
    ['scripts/test.mjs', 'test/http', 'test/start', 'test/production', 'test/typescript-client'],
    {
      stdio: 'inherit',
    },
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
