/** Runs a compiled file as `node FILE ARGUMENTS` would, in this same process, after setting up what is missing. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { setUp } from './set-up.mjs';

// The embedded PostgreSQL is for development.
await setUp({ built: true, dev: !process.env.DATABASE_URL });
const [file, ...args] = process.argv.slice(2);
process.argv.splice(1, Infinity, join(ROOT, file), ...args);
await import(pathToFileURL(process.argv[1]).href);
