import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { type Circumstances } from './report.js';

/** What the figures of a run belong to. */
export function machine(postgresVersion: string): Circumstances {
  const lines = [
    `commit ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes that are not committed'}`,
    `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, shared by client, servers and PostgreSQL`,
    `Node.js ${process.versions.node}, PostgreSQL ${postgresVersion}`,
  ];
  return { processor: processor(), lines };
}

const CPU_INFO = '/proc/cpuinfo';

/** The name, with family and model where Linux reports them: virtual machines report "AMD EPYC" for every generation. */
function processor(): string {
  const name = cpus()[0]!.model.trim();
  const info = existsSync(CPU_INFO) ? readFileSync(CPU_INFO, 'utf8') : '';
  const [, family] = /^cpu family\s*: (\d+)$/m.exec(info) ?? [];
  const [, model] = /^model\s*: (\d+)$/m.exec(info) ?? [];
  return family && model ? `${name} (family ${family}, model ${model})` : name;
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
