// Imports one file as the command line does, built and in a separate process, and reports the time and memory.
import { canonicalPrograms } from '../../dist/importing/canonical-source.js';
import { importPrograms } from '../../dist/importing/import-programs.js';

const [database, file, network, mode] = process.argv.slice(2);
const report = { reject: console.error, warn: console.error };
const source = canonicalPrograms(file);
const { seconds } = await importPrograms({ database, source, file, network, mode, report });
console.log(JSON.stringify({ seconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
