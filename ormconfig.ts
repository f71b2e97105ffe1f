import { readDatabaseConfig } from './src/config/config.js';
import { createDataSource } from './src/database/data-source.js';

/**
 * The data source for TypeORM's command line: `npm run typeorm -- migration:show`.
 * The application, the command line and the tests make theirs with the same `createDataSource`.
 */
const { databaseUrl } = readDatabaseConfig();
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set.');

export default createDataSource({ url: databaseUrl });
