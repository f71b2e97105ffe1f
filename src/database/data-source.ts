import { type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { Import } from '../importing/import.entity.js';
import { Network } from '../networks/network.entity.js';
import { Program } from '../programs/program.entity.js';
import { migrations } from './migrations/index.js';
import { connectionOptions, commandPool } from './connection-options.js';

export interface DataSourceSettings {
  url: string;
  /** How the pool of connections behaves; a command needs few, and waits as long as its statements take. */
  pool?: PoolConfig;
  log?: Logger;
}

/** What the application, the command line, the tests and TypeORM's own tools connect with. */
export function dataSourceOptions({ url, pool = commandPool, log }: DataSourceSettings) {
  const { connectionString, options } = connectionOptions(url);
  return {
    type: 'postgres',
    url: connectionString,
    entities: [Network, Program, ApiKey, Import],
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    ...(log && { logger: log }),
    extra: { ...pool, options },
  } satisfies DataSourceOptions;
}

/** A data source that is not connected yet. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource(dataSourceOptions(settings));
}
