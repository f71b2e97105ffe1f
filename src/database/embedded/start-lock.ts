import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './processes.js';

const LOOK_MS = 50;
const BEAT_MS = 2_000;
const DEAD_MS = 10_000;

/**
 * Runs `action` while no other process runs one under the same lock file.
 *
 * The lock of a process that died is taken away. Two processes that find it dead in the same instant may both
 * go on; then PostgreSQL's own lock and the rename of a finished cluster keep the data right.
 */
export async function withStartLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  const mark = `${process.pid} ${randomUUID()}`;
  while (!(await claimed(file, mark))) {
    if (await isDead(file)) await discard(file);
    else await sleep(LOOK_MS);
  }
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), BEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(beat);
    if ((await readFile(file, 'utf8').catch(() => '')) === mark) await rm(file, { force: true });
  }
}

async function claimed(file: string, mark: string): Promise<boolean> {
  try {
    await writeFile(file, mark, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A process id may have been given to another process since: hence the beat. */
async function isDead(file: string): Promise<boolean> {
  const [text, state] = await Promise.all([readFile(file, 'utf8'), stat(file)]).catch(
    () => ['', undefined] as const,
  );
  if (!state) return false;
  return Date.now() - state.mtimeMs > DEAD_MS || (text !== '' && !isAlive(Number.parseInt(text)));
}

async function discard(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  await rm(aside, { force: true });
}
