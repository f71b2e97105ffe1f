import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { connectionOptions, DatabaseClient } from './database-client.js';

/** Time in which a connection must be made, or become free. */
const CONNECTION_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** PostgreSQL cancels a statement earlier: a connection that is busy for longer has lost its server. */
const STUCK_MS = STATEMENT_TIMEOUT_MS + 1_000;
const CHECK_INTERVAL_MS = 1_000;
/** Time after which a pool that met a connection limit tries one connection more. */
const GROW_INTERVAL_MS = 10_000;

type Acquired = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/** Pool settings of every connection of this program. */
const anyPool = {
  Client: DatabaseClient,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  keepAlive: true,
  application_name: 'directory',
} satisfies PoolConfig;

/** Pool settings for commands: few connections, and no limit on how long a statement takes. */
export const commandPool: PoolConfig = { ...anyPool, max: 2 };

/** Pool settings for requests: no statement runs without a time limit. */
export function requestPoolConfig(connections: number): PoolConfig {
  return { ...anyPool, max: connections, statement_timeout: STATEMENT_TIMEOUT_MS };
}

/**
 * The connections on which requests are read. Where the database has fewer connections left than the pool may open,
 * requests wait for those that it has.
 */
export class RequestPool extends Pool {
  private readonly busySince = new Map<PoolClient, number>();
  private readonly timer: NodeJS.Timeout;
  private limitedAt = 0;

  /** @param onLimit is called with the cause when the database refuses a connection that the pool may open. */
  constructor(
    url: string,
    private readonly connections: number,
    private readonly onLimit: (cause: Error, open: number) => void,
  ) {
    super({ ...requestPoolConfig(connections), ...connectionOptions(url) });
    this.on('acquire', (client) => this.busySince.set(client, performance.now()));
    this.on('release', (_, client) => this.busySince.delete(client));
    // An idle connection that breaks is removed; the next request opens another.
    this.on('error', () => undefined);
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Acquired): void;
  override connect(callback?: Acquired): Promise<PoolClient> | void {
    const acquiring = this.acquire();
    if (callback === undefined) return acquiring;
    void acquiring.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearInterval(this.timer);
    return callback === undefined ? super.end() : super.end(callback);
  }

  /** Opens a connection or waits for one; where no more may be opened, waits for one of those that are open. */
  private async acquire(): Promise<PoolClient> {
    const started = performance.now();
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        const isLate = performance.now() - started > CONNECTION_TIMEOUT_MS;
        if (!isConnectionLimit(error) || this.totalCount === 0 || isLate) throw error;
        this.options.max = this.totalCount;
        this.limitedAt = performance.now();
        this.onLimit(error as Error, this.totalCount);
      }
    }
  }

  private check(): void {
    const now = performance.now();
    // One check a second costs less than a timer for each query.
    for (const [client, since] of this.busySince)
      if (since < now - STUCK_MS) (client as PoolClient & DatabaseClient).destroy();
    if (this.options.max < this.connections && now - this.limitedAt > GROW_INTERVAL_MS) {
      this.limitedAt = now;
      this.options.max++;
    }
  }
}

/** SQLSTATE `too_many_connections`: of the server, the database or the role. PgBouncer sends its limits as 08P01. */
function isConnectionLimit(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string };
  return code === '53300' || /no more connections allowed/.test(message);
}
