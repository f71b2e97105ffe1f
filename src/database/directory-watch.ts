import { setTimeout as pause } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { connectionOptions, DatabaseClient } from './database-client.js';
import { Database } from './database.js';
import {
  DIRECTORY_STATE,
  type DirectoryState,
  type Lists,
  listVersion,
  parseDirectoryState,
} from './directory-state.js';
import { FailureLog } from './failure-log.js';

const POLL_INTERVAL_MS = 200;
/** Time between the last of a series of attempts to reach the database. */
const LAST_RETRY_MS = 500;
const RESPONSE_TIMEOUT_MS = 300;
/**
 * Shorter than the second within which every instance must see a change, and long enough for two polls: when their
 * responses do not come, the database is known to be down before the cache is distrusted.
 */
const LEASE_MS = 850;
/** The versions, and the nonces of the directory versions in $1. */
const VERSIONS = {
  name: 'versions',
  text: `SELECT subject, ${DIRECTORY_STATE} FROM versions
    UNION ALL SELECT version::text, nonce FROM commits WHERE version = ANY ($1::bigint[])`,
};

/**
 * How far caches may be trusted: `current` while the versions are known to be those of a moment ago, `down` while the
 * database is unavailable and cached data is the best there is, `unknown` when only the database can tell.
 */
export type Trust = 'current' | 'down' | 'unknown';

/**
 * Knows the versions of the directory, its lists and the API keys. It listens for changes (`LISTEN`), and polls several
 * times a second, since a connection can die silently: what was not confirmed within the last second is not trusted.
 */
@Injectable()
export class DirectoryWatch implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger('DirectoryWatch');
  private readonly failures = new FailureLog(this.log);
  private known: DirectoryState | undefined;
  private knownKeys: number | undefined;
  /** The nonces, by version, of the states that were seen and that the next poll has to find in the history. */
  private readonly seen = new Map<number, string>();
  private confirmedAt = -Infinity;
  private readonly closing = new AbortController();
  private client: DatabaseClient | undefined;
  private readonly rewindHandlers: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The latest versions known; undefined until the database was read first. */
  get directory(): DirectoryState | undefined {
    return this.known;
  }

  get keysVersion(): number | undefined {
    return this.knownKeys;
  }

  get listening(): boolean {
    return this.client !== undefined;
  }

  get trust(): Trust {
    const age = performance.now() - this.confirmedAt;
    if (age < LEASE_MS) return 'current';
    return this.database.isDown && age < this.config.staleIfDown * 1000 ? 'down' : 'unknown';
  }

  /** Whether a version of lists is the latest one known: what was read of them at that version is valid. */
  isLatest(lists: Lists, version: number): boolean {
    return this.known !== undefined && listVersion(this.known, lists) === version;
  }

  /** Reports the versions that were read elsewhere, such as with a page. */
  sawDirectory(state: DirectoryState): void {
    // Each state is one of a single snapshot, so the newer one replaces the older one as a whole.
    if (this.known !== undefined && state.version <= this.known.version) return;
    this.known = state;
    this.seen.set(state.version, state.nonce);
  }

  /**
   * The directory version to send with what was read of lists: that of its snapshot, or the latest one if the lists have
   * not changed since.
   */
  versionFor(lists: Lists, read: DirectoryState): number {
    const { known } = this;
    return known && known.version > read.version && listVersion(known, lists) === listVersion(read, lists)
      ? known.version
      : read.version;
  }

  sawKeys(version: number): void {
    if (this.knownKeys === undefined || version > this.knownKeys) this.knownKeys = version;
  }

  /** Calls a handler when the database was restored to an earlier state, whose versions will be issued again. */
  onRewind(handler: () => void): void {
    this.rewindHandlers.push(handler);
  }

  onModuleInit(): void {
    void this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.client?.end();
  }

  private async run(): Promise<void> {
    await this.database.untilReady();
    for (let retryMs = POLL_INTERVAL_MS; !this.closing.signal.aborted;) {
      try {
        await this.listen();
      } catch (error) {
        if (!this.closing.signal.aborted) await this.pollThroughPool(error as Error);
      }
      // A database that refuses connections is not polled at the full rate.
      retryMs = this.database.isDown ? Math.min(retryMs * 1.5, LAST_RETRY_MS) : POLL_INTERVAL_MS;
      await this.pause(retryMs);
    }
  }

  /** Ends early when the application closes, so that no timer keeps the process running. */
  private async pause(ms: number): Promise<undefined> {
    await pause(ms, undefined, this.closing).catch(() => undefined);
  }

  /** Listens and polls until the connection is lost. */
  private async listen(): Promise<void> {
    const client = new DatabaseClient({
      ...connectionOptions(this.config.databaseUrl!),
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'directory watch',
    });
    const lost = new Promise<Error>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the connection ended')));
    });
    try {
      await client.connect();
      client.on('notification', ({ payload }) => this.saw(...splitAtSpace(payload ?? '')));
      await withTimeout(client.query('LISTEN versions'));
      this.client = client;
      for (let first = true; ; first = false) {
        await this.confirm(
          async (values) => (await client.query<string[]>({ ...VERSIONS, values, rowMode: 'array' })).rows,
        );
        if (first) this.log.log('Listening for changes');
        if (first) this.failures.works();
        const error = await Promise.race([lost, this.pause(POLL_INTERVAL_MS)]);
        if (error) throw error;
      }
    } finally {
      this.client = undefined;
      client.destroy();
    }
  }

  /** The connections of the pool may work where the listening one does not. */
  private async pollThroughPool(cause: Error): Promise<void> {
    try {
      await this.confirm((values) => this.database.ask(VERSIONS, values) as Promise<string[][]>);
      this.failures.failed(
        `Not listening for changes: ${cause.message}. The database is polled for them instead.`,
      );
    } catch (error) {
      this.database.noteDown(error as Error);
    }
  }

  private async confirm(poll: (values: unknown[]) => Promise<string[][]>): Promise<void> {
    const polledAt = performance.now();
    // A page that is read concurrently may know of a commit that this poll does not see yet.
    const [seen, keys] = [[...this.seen], this.knownKeys];
    const versions = seen.map(([version]) => version);
    const rows = new Map((await withTimeout(poll([versions]))) as [string, string][]);
    const isLost = ([version, nonce]: [number, string]) => rows.get(String(version)) !== nonce;
    if (seen.some(isLost) || versionIn(rows.get('api_keys')) < (keys ?? 0)) {
      this.log.warn('The database was restored to an earlier state: everything cached is dropped');
      this.known = undefined;
      this.knownKeys = undefined;
      this.seen.clear();
      for (const handler of this.rewindHandlers) handler();
    }
    for (const [subject, state] of rows) this.saw(subject, state);
    for (const version of versions) if (version !== this.known?.version) this.seen.delete(version);
    this.confirmedAt = polledAt;
    this.database.noteUp();
  }

  private saw(subject: string, state: string): void {
    if (subject === 'directory') this.sawDirectory(parseDirectoryState(state));
    if (subject === 'api_keys') this.sawKeys(versionIn(state));
  }
}

/** @param state a version, a space, and the versions of the lists. */
function versionIn(state = '0 '): number {
  return Number(splitAtSpace(state)[0]);
}

function splitAtSpace(text: string): [string, string] {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}

/** @throws when there is no response in time; one that arrived while the process was busy counts. */
async function withTimeout<T>(response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => setImmediate(reject, new Error(`it did not respond within ${RESPONSE_TIMEOUT_MS} ms`)),
      RESPONSE_TIMEOUT_MS,
    );
  });
  response.catch(() => undefined);
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer));
}
