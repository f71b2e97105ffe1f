import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { connectionShortage } from './connection-limit.js';
import { causeOf, isOutage, DatabaseUnavailable } from './database-unavailable.js';
import { FailureLog } from './failure-log.js';
import { requireGrants } from './grants.js';
import { isMigrated, migrate } from './migrate.js';
import { RequestPool } from './request-pool.js';
import { type Statement, type TextRows } from './statement.js';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 2_000;

/** A read in progress. */
interface Read {
  /** Undefined once it is over: see `docs/decisions/performance.md`. */
  reject: ((error: DatabaseUnavailable) => void) | undefined;
}

/** The primary database as requests use it: it may not be reachable yet, and may become unreachable. */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Database');
  private readonly failures = new FailureLog(this.log);
  private readonly shortages = new FailureLog(this.log);
  private readonly closing = new AbortController();
  private migrated = false;
  private connecting: Promise<void> | undefined;
  private down = false;
  private readonly reads = new Set<Read>();

  constructor(
    private readonly pool: RequestPool,
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** True once the database was reached and has the tables of this program. */
  get ready(): boolean {
    return this.migrated;
  }

  /** Connections of the pool by state, and the number of requests that wait for one. */
  get connections(): Record<'busy' | 'idle' | 'waiting', number> {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Whether the database is known to be unavailable. Requests then fail immediately, also those that wait. */
  get isDown(): boolean {
    return this.down;
  }

  /** Records that the database does not respond, and fails the requests that wait for it. */
  noteDown(cause: Error): void {
    if (!(cause instanceof DatabaseUnavailable)) this.reportUnavailable(cause);
    this.down = true;
    for (const { reject } of this.reads) reject?.(new DatabaseUnavailable({ cause }));
  }

  /** Records that the database responds. */
  noteUp(): void {
    this.failures.works(this.down ? 'The database is available again' : undefined);
    this.down = false;
  }

  onModuleInit(): void {
    this.connecting = this.connect();
  }

  /** Resolves once the database is ready, or the application closes before it ever was. */
  async untilReady(): Promise<void> {
    await this.connecting;
  }

  /** In the last phase of a shutdown: what other modules write when they stop is written before. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.connecting;
    await this.pool.end();
  }

  /**
   * Runs a statement and returns its rows.
   * @throws DatabaseUnavailable
   */
  async rows(statement: Statement, values: unknown[] = []): Promise<TextRows> {
    if (this.down || !this.migrated) throw new DatabaseUnavailable();
    return new Promise((resolve, reject) => {
      const read: Read = { reject };
      this.reads.add(read);
      void this.ask(statement, values)
        .then(resolve, reject)
        .finally(() => {
          this.reads.delete(read);
          read.reject = undefined;
        });
    });
  }

  /**
   * As `rows`, but also while the database is known to be down, to notice when it is available again.
   * @throws DatabaseUnavailable
   */
  async ask(statement: Statement, values: unknown[] = []): Promise<TextRows> {
    try {
      return await this.pool.rows(statement, values);
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.reportUnavailable(error as Error);
      throw new DatabaseUnavailable({ cause: error });
    }
  }

  private reportUnavailable(cause: Error): void {
    this.failures.failed(`The database is unavailable: ${causeOf(cause)}`);
  }

  /** Tries until the database is reachable and migrated. */
  private async connect(): Promise<void> {
    const { signal } = this.closing;
    for (let delay = FIRST_RETRY_MS; !signal.aborted && !this.migrated;) {
      try {
        await this.prepare();
        this.migrated = true;
        this.failures.works();
      } catch (error) {
        if (signal.aborted) return;
        this.failures.failed(`The database is not ready: ${causeOf(error)}`);
        await pause(delay, undefined, { signal }).catch(() => undefined);
        delay = Math.min(delay * 2, LAST_RETRY_MS);
      }
    }
  }

  private async prepare(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    if (this.config.migrate) {
      const wait = (message: string) => this.log.log(message);
      for (const name of await migrate(this.dataSource, wait)) this.log.log(`Applied migration ${name}`);
    }
    await requireGrants(this.dataSource, 'serve');
    const shortage = await connectionShortage(this.dataSource, this.config.databasePool);
    if (shortage !== undefined) this.shortages.failed(shortage);
    if (!(await isMigrated(this.dataSource)))
      throw new Error('It is not migrated. Run `directory migrate`, or set MIGRATE=on.');
  }
}
