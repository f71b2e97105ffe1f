import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './project.mjs';

const POLL_MS = 200;
const HEARTBEAT_MS = 2_000;
const STALE_MS = 10_000;

const key = createHash('sha256').update(`${ROOT}\0${process.getuid?.()}`).digest('hex').slice(0, 16);
const lock = join(tmpdir(), `directory-set-up-${key}`);

/**
 * Runs `action` under a lock file: one process at a time sets up this checkout. The lock of a dead process is removed. It
 * works before anything is installed or built, so it cannot share code with the lock of the embedded database.
 */
export async function oneAtATime(action) {
  while (!acquire()) {
    if (isStale()) rmSync(lock, { force: true });
    else await pause(POLL_MS);
  }
  const heartbeat = setInterval(keepAlive, HEARTBEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    if (isOurs()) rmSync(lock);
  }
}

function keepAlive() {
  try {
    if (isOurs()) utimesSync(lock, new Date(), new Date());
  } catch {
    // Another process has removed it.
  }
}

/** Another process removes the lock of one that was suspended. */
function isOurs() {
  try {
    return readFileSync(lock, 'utf8') === String(process.pid);
  } catch {
    return false;
  }
}

function acquire() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The process id alone is not enough: another program may have it by now. Hence the heartbeat. */
function isStale() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_MS) return true;
    const pid = Number(readFileSync(lock, 'utf8'));
    return pid > 0 && !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
