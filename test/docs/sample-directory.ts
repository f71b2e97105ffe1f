import { loadSample } from '../../src/dev/sample/load-sample.js';
import { createTestDatabase } from '../database/test-database.js';
import { type Directory, openDirectory } from '../program/directory.js';

/** A running server on the sample directory. */
export async function openSampleDirectory(settings: Record<string, string> = {}): Promise<Directory> {
  const database = await createTestDatabase();
  await loadSample(database.url, () => undefined, new AbortController().signal);
  const directory = await openDirectory(settings, database);
  return {
    ...directory,
    async close() {
      await directory.close();
      await database.drop();
    },
  };
}
