// Imports one file and says so as soon as it reads: the process that the tests kill.
import { canonicalPrograms } from '../../src/importing/canonical-source.js';
import { importPrograms } from '../../src/importing/import-programs.js';

const [database = '', file = '', network = ''] = process.argv.slice(2);
await importPrograms({
  database,
  source: canonicalPrograms(file),
  file,
  network,
  mode: 'full',
  report: {
    reject: (line) => console.error(line),
    warn: (message) => console.error(message),
    progress: ({ phase }) => console.log(phase),
  },
});
