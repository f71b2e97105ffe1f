/** Runs the tests, and ends with their count alone on a line. */
import { setUp } from './set-up.mjs';
import { run } from './project.mjs';

await setUp({ built: false });
let count = { passed: 0, failed: 0 };
const code = await run(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], onMessage: (message) => (count = message) },
);
// A run can fail without a failed test, such as before its first.
if (code !== 0) count.failed ||= 1;
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = code;
