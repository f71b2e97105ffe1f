import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('import-process.mjs', import.meta.url));

/** The outcome of an import in a separate process. */
interface Ended {
  /** The last phase that it reported. */
  phase: string;
  /** Milliseconds from its first phase on. */
  lasted: number;
  /** Whether it came to its end before it was killed. */
  finished: boolean;
}

/** Runs an import in a separate process, and kills that a number of milliseconds after it has begun. */
export async function importKilledAfter(
  milliseconds: number,
  database: string,
  file: string,
  network: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [SCRIPT, database, file, network], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'close');
  let phase = '';
  child.stdout.on('data', (text: Buffer) => {
    phase = String(text).trim().split('\n').at(-1) ?? phase;
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  const began = performance.now();
  const stop = new AbortController();
  await Promise.race([ended, sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
  child.kill('SIGKILL');
  const [code] = (await ended) as [number | null];
  if (code !== null && code !== 0) throw new Error(`an import failed: ${code}`);
  return { phase, lasted: performance.now() - began, finished: code === 0 };
}
