import { Pool, type PoolClient, type PoolConfig, type QueryArrayConfig } from 'pg';
import { connectionOptions, DatabaseClient } from './database-client.js';
import { ConnectionFailed, isConnectionLimit } from './database-unavailable.js';
import { type Statement, type TextRows } from './statement.js';

/** Time in which a connection must be made, or become free. */
const CONNECTION_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const LONG_STATEMENT_TIMEOUT_MS = 60_000;
/** Connections of a pool from which on a long statement leaves enough for the others. */
const MIN_POOL_OF_LONG_STATEMENTS = 4;
/** PostgreSQL cancels a statement earlier: a connection that is busy for longer has lost its server. */
const STUCK_MS = 1_000;
const CHECK_INTERVAL_MS = 1_000;
/** Time after which a pool that met a connection limit tries one connection more. */
const GROW_INTERVAL_MS = 10_000;

const unparsed = { getTypeParser: () => (value: string) => value };

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
  /** When each busy connection should have returned at the latest. */
  private readonly dueAt = new Map<PoolClient, number>();
  private readonly timer: NodeJS.Timeout;
  private readonly hasSeveralHosts: boolean;
  private limitedAt = 0;

  /** @param onLimit is called with the cause when the database refuses a connection that the pool may open. */
  constructor(
    url: string,
    private readonly connections: number,
    private readonly onLimit: (cause: Error, open: number) => void,
  ) {
    const address = connectionOptions(url);
    super({ ...requestPoolConfig(connections), ...address });
    this.hasSeveralHosts = address.hosts !== undefined;
    this.on('acquire', (client) => this.expectWithin(STATEMENT_TIMEOUT_MS, client));
    this.on('release', (_, client) => this.dueAt.delete(client));
    // An idle connection that breaks is removed; the next request opens another.
    this.on('error', () => undefined);
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
  }

  /** Runs a statement within its time limit. */
  async rows(statement: Statement, values: unknown[] = []): Promise<TextRows> {
    const { name, text, isLong = false } = statement;
    const query: QueryArrayConfig = { name, text, values, rowMode: 'array', types: unparsed };
    const mayBeLong = isLong && this.options.max >= MIN_POOL_OF_LONG_STATEMENTS;
    const { rows } = mayBeLong ? await this.runLong(query) : await this.query(query);
    return rows as TextRows;
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
    let hasTriedHost = false;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        // The host that was in use is gone; another one may have taken over.
        if (this.hasSeveralHosts && !hasTriedHost && isLostHost(error)) {
          hasTriedHost = true;
          continue;
        }
        const isLate = performance.now() - started > CONNECTION_TIMEOUT_MS;
        if (!isConnectionLimit(error) || this.totalCount === 0 || isLate) throw error;
        this.options.max = this.totalCount;
        this.limitedAt = performance.now();
        this.onLimit(error as Error, this.totalCount);
      }
    }
  }

  /** In a transaction: behind a pooler, a setting of the session would reach other clients. */
  private async runLong(query: QueryArrayConfig) {
    const client = await this.connect();
    this.expectWithin(LONG_STATEMENT_TIMEOUT_MS, client);
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${LONG_STATEMENT_TIMEOUT_MS}`);
      const result = await client.query(query);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  private expectWithin(ms: number, client: PoolClient): void {
    this.dueAt.set(client, performance.now() + ms);
  }

  private check(): void {
    const now = performance.now();
    // One check a second costs less than a timer for each query.
    for (const [client, due] of this.dueAt)
      if (due < now - STUCK_MS) (client as PoolClient & DatabaseClient).destroy();
    if (this.options.max < this.connections && now - this.limitedAt > GROW_INTERVAL_MS) {
      this.limitedAt = now;
      this.options.max++;
    }
  }
}

function isLostHost(error: unknown): boolean {
  return error instanceof ConnectionFailed && !isConnectionLimit(error);
}
