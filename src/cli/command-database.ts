import { type DataSource } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { readDatabaseConfig } from '../config/config.js';
import { createDataSource } from '../database/data-source.js';
import { isMigrated, migrate } from '../database/migrate.js';
import { type EmbeddedDatabase } from '../dev/embedded/embedded-database.js';
import { CommandFailed } from './command-failed.js';
import { printMessage } from './output.js';

/** The connected database of a command. */
export interface CommandDatabase {
  url: string;
  dataSource: DataSource;
}

/**
 * Connects to `DATABASE_URL`, or to the embedded database, and starts that where it doesn't run.
 * @throws CommandFailed when it cannot be reached, or lacks the tables of this program.
 */
export async function withDatabase<T>(work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readDatabaseConfig();
  if (databaseUrl !== undefined) return withConnection(databaseUrl, requireTables, work);
  const embedded = await openEmbedded(dataDir);
  try {
    return await withConnection(embedded.url, migrateOrWait, work);
  } finally {
    await embedded.close();
  }
}

/** As `withDatabase`, for the command that creates the tables. */
export async function withUnmigratedDatabase<T>(work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl } = readDatabaseConfig();
  return databaseUrl === undefined
    ? withDatabase(work)
    : withConnection(databaseUrl, () => Promise.resolve(), work);
}

/** Applies pending migrations, and says what it waits for. */
export function migrateOrWait(dataSource: DataSource): Promise<string[]> {
  return migrate(dataSource, printMessage);
}

async function withConnection<T>(
  url: string,
  prepare: (dataSource: DataSource) => Promise<unknown>,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  const dataSource = createDataSource({ url, entities: [ApiKey] });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new CommandFailed(`The database is unreachable: ${(error as Error).message}`);
  }
  try {
    await prepare(dataSource);
    return await work({ url, dataSource });
  } finally {
    await dataSource.destroy();
  }
}

/** @throws CommandFailed where the program is installed without `src/dev`, as in the production image. */
async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const embedded = await import('../dev/embedded/embedded-database.js').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new CommandFailed('DATABASE_URL is required: this installation has no embedded database.');
    },
  );
  return embedded.openEmbeddedDatabase(dataDir, printMessage);
}

async function requireTables(dataSource: DataSource): Promise<void> {
  if (!(await isMigrated(dataSource)))
    throw new CommandFailed('The database is not migrated. Run `directory migrate` first.');
}
