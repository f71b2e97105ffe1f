import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/database/embedded/processes.js';

const NAME = /^directory-test-(\d+)-/;

/** Makes a folder that a later run removes if this process is killed. */
export function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `directory-test-${process.pid}-`));
}

/** Removes what killed runs left. A PostgreSQL that loses its files stops by itself within a minute. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = NAME.exec(name) ?? [];
    if (owner === undefined || isAlive(Number(owner))) continue;
    // Another user's, or another run removes it at this moment.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
