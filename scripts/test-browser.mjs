/** Runs the tests that need a browser. */
import { existsSync } from 'node:fs';
import { log } from './project.mjs';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const found = candidates.find((path) => path && existsSync(path));
if (!found) {
  log('These tests need Chromium: `apt-get install chromium`, or set CHROMIUM to the path of one.');
  process.exit(1);
}
process.env.CHROMIUM = found;
process.argv.push('--testMatch', '**/test/browser/*.browser.ts');
await import('./test.mjs');
