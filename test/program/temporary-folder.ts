import { statfsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/dev/embedded/postmaster.js';

const NAME = /^directory-test-(\d+)-/;

/** A file system in memory, which Linux has. A hundred databases come and go in a run: a disk feels that. */
const MEMORY = '/dev/shm';
/** Three times what a run takes at its peak. Docker gives a container 64 MB. */
const ENOUGH_BYTES = 1024 ** 3;

/** Makes a folder that a later run removes if this process is killed. */
export function makeTemporaryFolder(): Promise<string> {
  const home = freeBytes(MEMORY) >= ENOUGH_BYTES ? MEMORY : tmpdir();
  return mkdtemp(join(home, `directory-test-${process.pid}-`));
}

/** Removes what killed runs left. A PostgreSQL that loses its files stops by itself within a minute. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const home of [MEMORY, tmpdir()]) {
    for (const name of await readdir(home).catch(() => [])) {
      const [, owner] = NAME.exec(name) ?? [];
      if (owner === undefined || isAlive(Number(owner))) continue;
      // Another user's, or another run removes it at this moment.
      await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function freeBytes(home: string): number {
  try {
    const { bavail, bsize } = statfsSync(home);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
