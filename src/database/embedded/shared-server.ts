import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries } from './binaries.js';
import { Cluster } from './cluster.js';
import { isLast, openSession, type Session } from './in-use-session.js';
import { findPostmaster, stopPostmaster } from './postmaster.js';
import { type Settings } from './settings.js';
import { withStartLock } from './start-lock.js';
import { startPostmaster } from './start-postmaster.js';

const LOOK_MS = 25;
const ANSWER_MS = 60_000;
const REJOIN_MS = 5_000;

/** One process's share in a PostgreSQL that several may use: the first starts it, the last stops it. */
export class SharedServer {
  private readonly cluster: Cluster;
  private rejoining: Promise<unknown> = Promise.resolve();
  private session: Session | undefined;
  private left = false;

  constructor(
    private readonly dataDir: string,
    private readonly binaries: Binaries,
    private readonly settings: Settings,
    private readonly say: (line: string) => void,
  ) {
    this.cluster = Cluster.in(dataDir);
  }

  /** @returns the session by which this process counts as a user of the server. */
  async join(): Promise<Session> {
    const session = await this.enter();
    session.once('end', () => {
      if (!this.left) this.rejoining = this.rejoin();
    });
    // It must not keep a process alive that has nothing else to do.
    session.unref();
    this.session = session;
    return session;
  }

  async leave(): Promise<void> {
    this.left = true;
    await this.rejoining;
    this.session?.ref();
    try {
      if (this.session && (await isLast(this.session))) await stopPostmaster(this.cluster);
    } finally {
      await this.session?.end().catch(() => undefined);
    }
  }

  /** After PostgreSQL was killed. It comes back on the port that it had, if that is still free. */
  private async rejoin(): Promise<void> {
    this.session = undefined;
    while (!this.left && !this.session) {
      await this.join().catch((error: Error) => this.say(error.message));
      if (!this.session) await sleep(REJOIN_MS);
    }
  }

  private async enter(): Promise<Session> {
    for (let since = Date.now(); Date.now() - since < ANSWER_MS; await sleep(LOOK_MS)) {
      const running = await findPostmaster(this.cluster);
      if (!running) {
        await withStartLock(join(this.dataDir, 'starting'), () => this.start());
        since = Date.now();
      }
      const session = running?.ready && (await openSession(running.port, await this.password()));
      if (session) return session;
    }
    throw new Error(`PostgreSQL in ${this.cluster.folder} is there but does not answer.`);
  }

  private async start(): Promise<void> {
    if (!(await this.cluster.exists())) {
      this.say(`Making a database in ${this.cluster.folder}`);
      await Cluster.create(this.dataDir, this.binaries, this.settings.fsync !== 'off');
    }
    if (await findPostmaster(this.cluster)) return;
    this.say(`Starting PostgreSQL in ${this.cluster.folder}`);
    await startPostmaster(this.cluster, this.binaries.postgres, this.settings);
  }

  private password(): Promise<string> {
    return readFile(this.cluster.passwordFile, 'utf8');
  }
}
