import { type DataSource } from 'typeorm';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ApiKeyCache } from '../api-keys/api-key-cache.js';
import { readConfig } from '../config/config.js';
import { loadEnvFile } from '../config/env-file.js';
import { createDataSource } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { openEmbeddedDatabase } from './embedded/embedded-database.js';
import { migrate } from '../database/migrate.js';
import { Lifetime } from '../lifetime.js';
import { loadSample } from './sample/load-sample.js';
import { serve } from '../serve.js';

const say = console.log;

/** Serves a directory that is worth a look, from nothing. In production `main.js` is what runs. */
await Lifetime.run(async (lifetime) => {
  loadEnvFile();
  // A person at a terminal wants to hear of trouble only.
  const config = readConfig(undefined, { LOG_LEVEL: 'warn' });
  if (config.databaseUrl !== undefined) {
    const { address } = await serve(config, lifetime);
    say(`\nThe directory is at ${address}, on the database of DATABASE_URL.`);
    return tellTheRest(address, config.docs);
  }

  const database = await openEmbeddedDatabase(config.dataDir, say);
  lifetime.onEnd(() => database.close());
  const url = database.url;
  await withDataSource(url, async (dataSource) => {
    await migrate(dataSource);
    await loadSample(url, say, lifetime.ends);
    const { app, address } = await serve({ ...config, databaseUrl: url }, lifetime);
    await app.get(Database).untilReady();
    lifetime.ends.throwIfAborted();
    // The key is shown this once, so it is made when nothing can go wrong any more.
    const howToBegin = await invitation(new ApiKeysRepository(dataSource), address);
    // The server is to know it before a person does.
    await app.get(ApiKeyCache).load();
    say(`\nThe directory is at ${address}\n\n${howToBegin}`);
    tellTheRest(address, config.docs);
  });
});

async function withDataSource(url: string, work: (dataSource: DataSource) => Promise<void>): Promise<void> {
  const dataSource = await createDataSource({ url }).initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Makes a key when there is none. */
async function invitation(keys: ApiKeysRepository, address: string): Promise<string> {
  if ((await keys.count()) > 0) {
    return 'Your keys are valid as before. For another:\nnpm run -s directory -- keys create --holder NAME --plan enterprise\n';
  }
  const { token } = await keys.create({ holder: 'first start', plan: 'enterprise', expiresAt: null });
  return `A first request, with a key that is shown this once:\ncurl -H "x-api-key: ${token}" "${address}/programs"\n`;
}

function tellTheRest(address: string, docs: boolean): void {
  if (docs) say(`All operations, to try out: ${address}/docs`);
  say('Ctrl-C stops it.');
}
