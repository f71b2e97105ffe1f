import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { findBinaries } from './binaries.js';
import { ROLE } from './cluster.js';
import { DATABASE } from './in-use-session.js';
import { type Settings } from './settings.js';
import { SharedServer } from './shared-server.js';

export interface EmbeddedDatabase {
  url: string;
  /** Lets go of PostgreSQL, and stops it when no other process uses it. */
  close(): Promise<void>;
}

/**
 * A real PostgreSQL with its files in `dataDir`: made and started when needed, shared by all processes that open it.
 * @param say gets a line about what takes time.
 * @param settings of PostgreSQL; those of the process that starts it count.
 * @throws when it can't be used, with the reason; what was there before is left as it was.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  say: (line: string) => void,
  settings: Settings = {},
): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries();
  const server = new SharedServer(await usableFolder(dataDir), binaries, settings, say);
  const { port, password } = await server.join();
  return {
    url: `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`,
    close: () => server.leave(),
  };
}

async function usableFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (cause) {
    throw new Error(`The database can't have its files in ${dataDir}: ${(cause as Error).message}`, {
      cause,
    });
  }
}
