import { type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema, type Logger } from 'typeorm';
import { connectionOptions } from './database-client.js';
import { migrations } from './migrations/index.js';
import { commandPool } from './request-pool.js';

/** What a data source connects to, and what it is used for. */
export interface DataSourceSettings {
  url: string;
  /** The entities that are read or written through it; migrations need none. */
  entities?: (new () => object)[] | EntitySchema[];
  /** Defaults to that of a command: few connections, no limit on how long a statement takes. */
  pool?: PoolConfig;
  log?: Logger;
}

/** Returns TypeORM's options: of the application, the command line, the tests and TypeORM's own tools. */
export function dataSourceOptions({ url, entities = [], pool = commandPool, log }: DataSourceSettings) {
  const { connectionString, ...options } = connectionOptions(url);
  return {
    type: 'postgres',
    url: connectionString,
    entities,
    migrations,
    migrationsTransactionMode: 'all',
    synchronize: false,
    ...(log && { logger: log }),
    extra: { ...pool, ...options },
  } satisfies DataSourceOptions;
}

/** Creates a data source that is not connected yet. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource(dataSourceOptions(settings));
}
