/** Runs the tests that need PgBouncer. */
import { existsSync } from 'node:fs';
import { log } from './project.mjs';

const paths = [process.env.PGBOUNCER, '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];
const found = paths.find((path) => path && existsSync(path));
if (!found) {
  log('These tests need PgBouncer: `apt-get install pgbouncer`, or set PGBOUNCER to the path of one.');
  process.exit(1);
}
process.env.PGBOUNCER = found;
process.argv.push('--testMatch', '**/test/poolers/*.pooler.ts');
await import('./test.mjs');
