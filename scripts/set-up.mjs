import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { areInstalled, install } from './dependencies.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { ROOT, log } from './project.mjs';

/**
 * Makes a fresh or an outdated checkout runnable; costs next to nothing when it is. Ends the process if it can't.
 * @param built whether `dist` is needed
 * @param dev whether the dependencies for development are needed once it is built
 */
export async function setUp({ built, dev = true }) {
  const steps = [
    { isDone: () => areInstalled({ dev: dev || !isBuilt() }), perform: install },
    { isDone: () => !built || isBuilt(), perform: build },
  ];
  try {
    checkNode();
    for (const { isDone, perform } of steps) {
      // Another process may have done it while this one waited.
      if (!isDone()) await oneAtATime(async () => isDone() || perform());
    }
  } catch (error) {
    log(error.message);
    process.exit(1);
  }
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [major, minor] = engines.node.match(/\d+/g).map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new Error(`Node.js ${major}.${minor} or later is needed; this is ${process.versions.node}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp({ built: true });
