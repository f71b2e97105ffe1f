import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { findBinaries } from './binaries.js';
import { ROLE } from './cluster.js';
import { type ServerSettings } from './postmaster.js';
import { DATABASE, SharedServer } from './shared-server.js';

/** A connection address of the embedded PostgreSQL, and how to stop using it. */
export interface EmbeddedDatabase {
  url: string;
  /** Stops PostgreSQL unless another process uses it. */
  close(): Promise<void>;
}

/**
 * Opens a real PostgreSQL with its files in `dataDir`: created and started when needed, shared by all processes that
 * open it.
 * @param log receives a line about each step that takes time.
 * @param settings of PostgreSQL; those of the process that starts it apply.
 * @throws when it can't be used, with the reason; existing files are left unchanged.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: (line: string) => void,
  settings: ServerSettings = {},
): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries();
  const server = new SharedServer(await usableFolder(dataDir), binaries, settings, log);
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
