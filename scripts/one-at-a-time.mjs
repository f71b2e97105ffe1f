import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './project.mjs';

const LOOK_MS = 200;
const BEAT_MS = 2_000;
const DEAD_MS = 10_000;

const key = createHash('sha256').update(`${ROOT}\0${process.getuid?.()}`).digest('hex').slice(0, 16);
const lock = join(tmpdir(), `directory-set-up-${key}`);

/**
 * Runs `action` while no other process sets up this checkout. A lock whose process died doesn't count. It works before
 * anything is installed or built, and so has no part in the lock of the embedded database.
 */
export async function oneAtATime(action) {
  while (!claimed()) {
    if (isDead()) rmSync(lock, { force: true });
    else await pause(LOOK_MS);
  }
  const beat = setInterval(keepAlive, BEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(beat);
    if (isOurs()) rmSync(lock);
  }
}

function keepAlive() {
  try {
    if (isOurs()) utimesSync(lock, new Date(), new Date());
  } catch {
    // It was taken away at this very moment.
  }
}

/** Another takes the lock away where this process was suspended. */
function isOurs() {
  try {
    return readFileSync(lock, 'utf8') === String(process.pid);
  } catch {
    return false;
  }
}

function claimed() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The beat tells when the process id was given to another program. */
function isDead() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > DEAD_MS) return true;
    const pid = Number(readFileSync(lock, 'utf8'));
    return pid > 0 && !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
