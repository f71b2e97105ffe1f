import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './postmaster.js';

const POLL_MS = 50;
const HEARTBEAT_MS = 2_000;
const STALE_MS = 10_000;

/**
 * Runs `action` under a lock file: in one process at a time.
 *
 * The lock of a dead process is removed. Two processes that find it stale in the same instant may both continue;
 * then PostgreSQL's own lock and the atomic rename of a finished cluster keep the data consistent.
 */
export async function withStartLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  const owner = `${process.pid} ${randomUUID()}`;
  while (!(await acquire(file, owner))) {
    if (await isStale(file)) await remove(file);
    else await sleep(POLL_MS);
  }
  const touch = () => void utimes(file, new Date(), new Date()).catch(() => undefined);
  const heartbeat = setInterval(touch, HEARTBEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    if ((await readFile(file, 'utf8').catch(() => '')) === owner) await rm(file, { force: true });
  }
}

async function acquire(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process id alone is not enough: another process may have it by now. Hence the heartbeat. */
async function isStale(file: string): Promise<boolean> {
  const [text, state] = await Promise.all([readFile(file, 'utf8'), stat(file)]).catch(
    () => ['', undefined] as const,
  );
  if (!state) return false;
  return Date.now() - state.mtimeMs > STALE_MS || (text !== '' && !isAlive(Number.parseInt(text)));
}

/** Renames before it removes, so that it cannot remove a lock that another process has acquired since. */
async function remove(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  await rm(aside, { force: true });
}
