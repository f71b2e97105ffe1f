import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

const LOOK_MS = 200;
const BEAT_MS = 2_000;
const DEAD_MS = 10_000;

const key = createHash('sha256').update(`${ROOT}\0${process.getuid?.()}`).digest('hex').slice(0, 16);
const lock = join(tmpdir(), `directory-set-up-${key}`);

/** Runs `action` while no other process sets up this checkout. A lock whose process died doesn't count. */
export async function oneAtATime(action) {
  while (!claimed()) {
    if (isDead()) rmSync(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const beat = setInterval(keepAlive, BEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(beat);
    rmSync(lock, { force: true });
  }
}

function keepAlive() {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Another took the lock away while this process was suspended.
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
