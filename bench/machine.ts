import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { type Directory } from './directory/directory.js';

/** What the figures of a run belong to. */
export async function machine(directory: Directory): Promise<string[]> {
  const [processor] = cpus();
  return [
    `commit ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes that are not committed'}`,
    `${processor?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, shared by client, servers and PostgreSQL`,
    `Node.js ${process.versions.node}, PostgreSQL ${await directory.postgresVersion()}`,
  ];
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
