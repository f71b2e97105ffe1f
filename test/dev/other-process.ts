import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const OPENER = fileURLToPath(new URL('./opener.mjs', import.meta.url));

/** Another process that has the database of a folder open. */
export interface OtherProcess {
  url: string;
  /** Ends it, and waits until it has. `SIGINT` goes to its whole process group, as Ctrl-C does. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<{ said: string[]; code: number | null }>;
}

export async function openElsewhere(folder: string): Promise<OtherProcess> {
  const child = spawn(process.execPath, [OPENER, folder], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [url] = (await once(lines, 'line')) as [string];
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  return {
    url,
    async end(signal) {
      process.kill(-processId(child), signal);
      const [code] = (await once(child, 'close')) as [number | null];
      return { said, code };
    },
  };
}

function processId(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The other process did not start.');
  return child.pid;
}
