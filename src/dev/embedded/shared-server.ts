import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { type Binaries } from './binaries.js';
import { Cluster, ROLE } from './cluster.js';
import { findPostmaster, type ServerSettings, startPostmaster, stopPostmaster } from './postmaster.js';
import { withStartLock } from './start-lock.js';

/** The database that holds the program's tables. */
export const DATABASE = 'directory';

const POLL_MS = 25;
const CONNECT_TIMEOUT_MS = 60_000;
const REJOIN_MS = 5_000;

/** An advisory lock, any fixed number. Each process that uses the server shares it; the last one can lock it exclusively. */
const IN_USE = 7_264_201_601;

/** SQLSTATEs: PostgreSQL starts, stops, or has no session left. */
const TRANSIENT = /^(57P0[123]|53300)$/;
/** SQLSTATEs that the second of two concurrent `CREATE DATABASE` gets. */
const DUPLICATE = /^(42P04|23505)$/;

/** `@types/pg` omits these two methods. */
interface Session extends Client {
  ref(): void;
  unref(): void;
}

/** One process's use of a PostgreSQL that several may share: the first starts it, the last stops it. */
export class SharedServer {
  private readonly cluster: Cluster;
  private rejoining: Promise<unknown> = Promise.resolve();
  private session: Session | undefined;
  private left = false;

  constructor(
    private readonly dataDir: string,
    private readonly binaries: Binaries,
    private readonly settings: ServerSettings,
    private readonly log: (line: string) => void,
  ) {
    this.cluster = Cluster.in(dataDir);
  }

  /** @returns the session by which this process counts as a user of the server. */
  async join(): Promise<Session> {
    const session = await this.openOrStart();
    session.once('end', () => {
      if (!this.left) this.rejoining = this.rejoin();
    });
    // The session alone must not keep a process alive.
    session.unref();
    this.session = session;
    return session;
  }

  async leave(): Promise<void> {
    this.left = true;
    await this.rejoining;
    this.session?.ref();
    try {
      if (this.session && (await isLastUser(this.session))) await stopPostmaster(this.cluster);
    } finally {
      await this.session?.end().catch(() => undefined);
    }
  }

  /** Joins again after PostgreSQL was killed. It restarts on its previous port if that is still free. */
  private async rejoin(): Promise<void> {
    this.session = undefined;
    while (!this.left && !this.session) {
      await this.join().catch((error: Error) => this.log(error.message));
      if (!this.session) await sleep(REJOIN_MS);
    }
  }

  private async openOrStart(): Promise<Session> {
    for (let since = Date.now(); Date.now() - since < CONNECT_TIMEOUT_MS; await sleep(POLL_MS)) {
      const running = await findPostmaster(this.cluster);
      if (!running) {
        await withStartLock(join(this.dataDir, 'starting'), () => this.start());
        since = Date.now();
      }
      const session = running?.ready && (await openSession(running.port, await this.password()));
      if (session) return session;
    }
    throw new Error(`PostgreSQL in ${this.cluster.folder} runs but does not answer.`);
  }

  private async start(): Promise<void> {
    if (!(await this.cluster.exists())) {
      this.log(`Creating a database in ${this.cluster.folder}`);
      await Cluster.create(this.dataDir, this.binaries, this.settings.fsync !== 'off');
    }
    if (await findPostmaster(this.cluster)) return;
    this.log(`Starting PostgreSQL in ${this.cluster.folder}`);
    await startPostmaster(this.cluster, this.binaries.postgres, this.settings);
  }

  private password(): Promise<string> {
    return readFile(this.cluster.passwordFile, 'utf8');
  }
}

/**
 * Opens the session that shows other processes that this one uses the server. It ends with the process, even if killed.
 * @returns undefined when the server can't accept it at the moment.
 */
async function openSession(port: number, password: string): Promise<Session | undefined> {
  const session = new Client({
    ...{ host: '127.0.0.1', port, user: ROLE, password, database: 'postgres', ssl: false },
    ...{ application_name: 'directory (in use)', connectionTimeoutMillis: 5_000 },
  }) as Session;
  // A broken connection is noticed by the `end` event.
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]);
    await createDatabase(session);
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    if (error instanceof DatabaseError && !TRANSIENT.test(error.code ?? '')) throw error;
    return undefined;
  }
}

/** Releases this session's shared lock. If it was the last, no other process can begin until the session ends. */
async function isLastUser(session: Session): Promise<boolean> {
  const text = 'SELECT pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) AS last';
  // A session that fails was ended by another process that was the last user.
  const result = await session.query<{ last: boolean }>(text, [IN_USE]).catch(() => undefined);
  return result?.rows[0]?.last === true;
}

async function createDatabase(session: Session): Promise<void> {
  const { rowCount } = await session.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await session.query(`CREATE DATABASE ${DATABASE}`).catch((error: DatabaseError) => {
    if (!DUPLICATE.test(error.code ?? '')) throw error;
  });
}
