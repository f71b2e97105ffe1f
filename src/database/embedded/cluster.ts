import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries } from './binaries.js';
import { unprivileged } from './unprivileged.js';

/** The one role, which may do everything. */
export const ROLE = 'directory';

/** Nothing of our own environment: `PGDATA`, `LD_LIBRARY_PATH` and their like would mislead PostgreSQL. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

const UNFINISHED = 'unfinished-';

/** The files of one PostgreSQL. */
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

  /** Holds the port of the last start, so that the next has the same. */
  get portFile(): string {
    return join(this.folder, 'port');
  }

  get log(): string {
    return join(this.folder, 'server.log');
  }

  /** @throws when it can't be told, for want of the right to look. */
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
   * Makes the files in a folder aside, which gets its name when all is done: they are there wholly or not at all.
   * @param synced whether they must outlive a crash of the machine.
   * @throws with the last words of `initdb`.
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
      throw new Error(`PostgreSQL could not make its files in ${this.folder}:\n${failure}`);
  }
}

/** Left by programs that were killed while they made a cluster. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // An `initdb` whose program was killed may still be writing; then it goes the next time.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
