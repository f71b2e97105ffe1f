import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { Import } from '../importing/import.entity.js';
import { Network } from '../networks/network.entity.js';
import { Program } from '../programs/program.entity.js';
import { migrations } from './migrations/index.js';
import { sessionSettings } from './session.js';

export interface DataSourceSettings {
  url: string;
  /** The most connections at once. */
  pool?: number;
  /** Milliseconds that a statement may take; 0 is for ever. */
  statementTimeout?: number;
  log?: Logger;
}

/** What the application, the command line, the tests and TypeORM's own tools connect with. */
export function dataSourceOptions(settings: DataSourceSettings) {
  return {
    type: 'postgres',
    url: settings.url,
    entities: [Network, Program, ApiKey, Import],
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: settings.pool ?? 2,
    connectTimeoutMS: 2000,
    applicationName: 'directory',
    ...(settings.log && { logger: settings.log }),
    extra: {
      ...sessionSettings,
      keepAlive: true,
      statement_timeout: settings.statementTimeout ?? 0,
    },
  } satisfies DataSourceOptions;
}

/** A data source that is not connected yet. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource(dataSourceOptions(settings));
}
