import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { type Circumstances } from './report.js';

/** What the figures of a run belong to. */
export function machine(postgresVersion: string): Circumstances {
  const processor = cpus()[0]!.model.trim();
  const lines = [
    `commit ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes that are not committed'}`,
    `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, shared by client, servers and PostgreSQL`,
    `Node.js ${process.versions.node}, PostgreSQL ${postgresVersion}`,
  ];
  return { processor, lines };
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
