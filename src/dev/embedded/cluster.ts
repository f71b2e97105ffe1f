import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries } from './binaries.js';
import { unprivileged } from './unprivileged.js';

/** The only role, a superuser. */
export const ROLE = 'directory';

/** The environment of PostgreSQL's programs. That of this process may have `PGDATA`, `LD_LIBRARY_PATH` and others. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

const UNFINISHED = 'unfinished-';

/** The files of one PostgreSQL cluster. */
export class Cluster {
  private constructor(readonly folder: string) {}

  static in(dataDir: string): Cluster {
    return new Cluster(join(dataDir, 'postgresql'));
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  get passwordFile(): string {
    return join(this.folder, 'password');
  }

  /** Stores the port of the last start, so that the next start uses the same. */
  get portFile(): string {
    return join(this.folder, 'port');
  }

  get log(): string {
    return join(this.folder, 'server.log');
  }

  /** @throws when the folder cannot be accessed. */
  async exists(): Promise<boolean> {
    try {
      await access(this.data);
      return true;
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'ENOENT') return false;
      throw new Error(`The database in ${this.folder} can't be used: ${message}`, { cause });
    }
  }

  /**
   * Creates the files in a temporary folder and renames that at the end: a cluster is complete or absent.
   * @param synced whether the files must survive a crash of the machine.
   * @throws with what `initdb` wrote last.
   */
  static async create(dataDir: string, binaries: Binaries, synced: boolean): Promise<void> {
    await removeUnfinished(dataDir);
    const unfinished = new Cluster(await mkdtemp(join(dataDir, UNFINISHED)));
    try {
      await writeFile(unfinished.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
      await unfinished.initialise(binaries, synced);
      await rename(unfinished.folder, Cluster.in(dataDir).folder);
    } catch (error) {
      await rm(unfinished.folder, { recursive: true, force: true });
      throw error;
    }
  }

  private async initialise({ initdb }: Binaries, synced: boolean): Promise<void> {
    const [command, ...args] = [
      ...(await unprivileged(this.folder)),
      initdb,
      `--pgdata=${this.data}`,
      `--username=${ROLE}`,
      `--pwfile=${this.passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(synced ? [] : ['--no-sync']),
    ] as [string, ...string[]];
    const failure = await new Promise<string | undefined>((resolve) => {
      execFile(command, args, { env: ENVIRONMENT, cwd: '/' }, (error, _stdout, stderr) =>
        resolve(error ? stderr.trim() || error.message : undefined),
      );
    });
    if (failure !== undefined)
      throw new Error(`PostgreSQL could not create its files in ${this.folder}:\n${failure}`);
  }
}

/** Removes the folders of processes that were killed while they created a cluster. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // The `initdb` of a killed process may still be writing; the next start removes its folder.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
