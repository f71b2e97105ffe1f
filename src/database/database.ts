import { setTimeout as pause } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Pool } from 'pg';
import { type DataSource } from 'typeorm';
import { type PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { CONFIG, type Config } from '../config/config.js';
import { createDataSource } from './data-source.js';
import { isOutage, DatabaseUnavailable } from './database-unavailable.js';
import { migrate } from './migrate.js';
import { STUCK_MS } from './connection-options.js';
import { destroyStuckConnections } from './stuck-connections.js';

const RETRY_MS = 250;
const asSent = { getTypeParser: () => (value: string) => value };

/** A query whose rows are arrays of what PostgreSQL wrote, nothing parsed. */
export const asText = (statement: Statement, values: unknown[]) => ({
  ...statement,
  values,
  rowMode: 'array' as const,
  types: asSent,
});

/** One prepared statement. The name is its identity on every connection. */
export interface Statement {
  name: string;
  text: string;
}

/** The database as the requests see it: it may not be there yet, and may go away. */
@Injectable()
export class Database implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger('Database');
  private closing = false;
  private migrated = false;
  private connecting: Promise<void> | undefined;
  private down = false;
  private readonly waiting = new Set<(news: DatabaseUnavailable) => void>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** True once the database was reached and has the tables of this program. */
  get ready(): boolean {
    return this.migrated;
  }

  /** Connections of the pool by what they do, and the requests that wait for one. */
  get connections(): Record<'busy' | 'idle' | 'waiting', number> {
    if (!this.dataSource.isInitialized) return { busy: 0, idle: 0, waiting: 0 };
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Whether it is known not to answer. Nobody waits for it then, nor goes on waiting. */
  get isDown(): boolean {
    return this.down;
  }

  set isDown(down: boolean) {
    this.down = down;
    if (down) for (const tell of this.waiting) tell(new DatabaseUnavailable());
  }

  get pool(): Pool {
    if (!this.dataSource.isInitialized) throw new DatabaseUnavailable();
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  onModuleInit(): void {
    this.connecting = this.connect();
  }

  /** Returns once it is ready, or is closed before it ever was. */
  async untilReady(): Promise<void> {
    await this.connecting;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.connecting;
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /**
   * Runs a prepared statement and returns its rows as PostgreSQL's text of each column.
   * @throws Unavailable when the database is out of reach.
   */
  async rows(statement: Statement, values: unknown[] = []): Promise<(string | null)[][]> {
    if (this.down || !this.migrated) throw new DatabaseUnavailable();
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      void this.ask(statement, values)
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }

  /** As `rows`, also where it is known to be down: so that it is noticed when it is back. */
  async ask(statement: Statement, values: unknown[] = []): Promise<(string | null)[][]> {
    try {
      return (await this.pool.query<(string | null)[]>(asText(statement, values))).rows;
    } catch (error) {
      throw isOutage(error) ? new DatabaseUnavailable({ cause: error }) : error;
    }
  }

  /** On connections of its own, on which statements may take their time. */
  private async migrate(): Promise<string[]> {
    const patient = await createDataSource({ url: this.config.databaseUrl! }).initialize();
    try {
      return await migrate(patient);
    } finally {
      await patient.destroy();
    }
  }

  /** Goes on trying until the database is there and migrated. */
  private async connect(): Promise<void> {
    for (let last = ''; !this.closing && !this.migrated;) {
      try {
        if (!this.dataSource.isInitialized) {
          await this.dataSource.initialize();
          destroyStuckConnections(this.pool, STUCK_MS);
        }
        if (this.config.migrate) {
          for (const name of await this.migrate()) this.log.log(`applied migration ${name}`);
        }
        this.migrated = !(await this.dataSource.showMigrations());
        if (!this.migrated) throw new Error('The database is not migrated.');
      } catch (error) {
        const reason = (error as Error).message;
        if (reason !== last && !this.closing) this.log.warn(`the database is not ready: ${reason}`);
        last = reason;
        await pause(RETRY_MS);
      }
    }
  }
}
