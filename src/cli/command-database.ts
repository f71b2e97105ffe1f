import { type DataSource } from 'typeorm';
import { readDatabaseConfig } from '../config/config.js';
import { createDataSource } from '../database/data-source.js';
import { type EmbeddedDatabase } from '../dev/embedded/embedded-database.js';
import { migrate } from '../database/migrate.js';
import { CommandFailed } from './command-failed.js';
import { say } from './output.js';

/** The database as a command has it: connected, and ended with the command. */
export interface CommandDatabase {
  url: string;
  dataSource: DataSource;
}

/**
 * Connects to `DATABASE_URL`, or to the embedded database, starting that one where it doesn't run.
 * @throws CommandFailed when it cannot be reached, or has not the tables of this program.
 */
export async function withDatabase<T>(work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readDatabaseConfig();
  if (databaseUrl !== undefined) return connected(databaseUrl, requireTables, work);
  const embedded = await openEmbedded(dataDir);
  try {
    return await connected(embedded.url, migrate, work);
  } finally {
    await embedded.close();
  }
}

/** As `withDatabase`, for the command that makes the tables. */
export async function withAnyDatabase<T>(work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl } = readDatabaseConfig();
  return databaseUrl === undefined
    ? withDatabase(work)
    : connected(databaseUrl, () => Promise.resolve(), work);
}

async function connected<T>(
  url: string,
  prepare: (dataSource: DataSource) => Promise<unknown>,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  const dataSource = createDataSource({ url });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new CommandFailed(`The database cannot be reached: ${(error as Error).message}`);
  }
  try {
    await prepare(dataSource);
    return await work({ url, dataSource });
  } finally {
    await dataSource.destroy();
  }
}

/** @throws CommandFailed where the program is installed without the room for trials, as in the production image. */
async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const embedded = await import('../dev/embedded/embedded-database.js').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new CommandFailed('DATABASE_URL is required: this installation has no embedded database.');
    },
  );
  return embedded.openEmbeddedDatabase(dataDir, say);
}

async function requireTables(dataSource: DataSource): Promise<void> {
  if (await dataSource.showMigrations())
    throw new CommandFailed('The database is not migrated. Run `directory migrate` first.');
}
