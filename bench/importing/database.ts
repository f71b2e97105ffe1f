import { join } from 'node:path';
import { createDataSource } from '../../src/database/data-source.js';
import { openEmbeddedDatabase } from '../../src/dev/embedded/embedded-database.js';
import { migrate } from '../../src/database/migrate.js';

/** A migrated, empty directory on a separate PostgreSQL. */
export async function startBenchDatabase(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const database = await openEmbeddedDatabase(join(folder, 'data'), () => {});
  const dataSource = await createDataSource({ url: database.url }).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  return database;
}
