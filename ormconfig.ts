import { readDatabaseConfig } from './src/config/config.js';
import { ApiKey } from './src/api-keys/api-key.entity.js';
import { createDataSource } from './src/database/data-source.js';
import { Import } from './src/importing/import.entity.js';
import { Network } from './src/networks/network.entity.js';
import { ProgramDomain } from './src/programs/program-domain.entity.js';
import { Program } from './src/programs/program.entity.js';

/**
 * The data source of TypeORM's command line, with every entity: `npm run typeorm -- migration:show`.
 * In the application each module registers its own with `TypeOrmModule.forFeature`.
 */
const { databaseUrl } = readDatabaseConfig();
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set.');

export default createDataSource({
  url: databaseUrl,
  entities: [ApiKey, Import, Network, Program, ProgramDomain],
});
