// Imports one file and says so as soon as it reads: the process that the tests kill.
import { join } from 'node:path';

const part = (name) => import(join(process.env.TEST_PROGRAM, `importing/${name}.js`));
const { canonicalPrograms } = await part('canonical-source');
const { importPrograms } = await part('import-programs');

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
