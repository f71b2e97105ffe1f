/** Runs what `npm start` runs, from its sources, and again at each change of them. */
import { run } from './project.mjs';
import { setUp } from './set-up.mjs';

await setUp({ built: false });
process.exitCode = await run(
  process.execPath,
  [
    ...['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning'],
    ...['--import', '@swc-node/register/esm-register', 'src/dev/start.ts'],
  ],
  { stdio: 'inherit' },
);
