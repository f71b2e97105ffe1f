import { type INestApplicationContext } from '@nestjs/common';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ApiKeyCache } from '../api-keys/api-key-cache.js';
import { type Config, readConfig } from '../config/config.js';
import { loadEnvFile } from '../config/env-file.js';
import { createDataSource } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import { Lifetime } from '../lifetime.js';
import { serve } from '../serve.js';
import { openEmbeddedDatabase } from './embedded/embedded-database.js';
import { loadSample } from './sample/load-sample.js';

const print = console.log;

/** `npm start`: serves a sample directory from an embedded database, to try out. Production runs `main.js`. */
await Lifetime.run(async (lifetime) => {
  loadEnvFile();
  // Access lines would hide the messages below.
  const config = readConfig(undefined, { defaults: { LOG_LEVEL: 'warn' } });
  if (config.databaseUrl !== undefined) {
    const { address } = await serve(config, lifetime);
    print(`\nThe directory is at ${address}, on the database of DATABASE_URL.`);
    return printHints(address, config);
  }

  const database = await openEmbeddedDatabase(config.dataDir, print);
  lifetime.onEnd(() => database.close());
  await migrateDatabase(database.url);
  await loadSample(database.url, print, lifetime.ends);
  const { app, address } = await serve({ ...config, databaseUrl: database.url }, lifetime);
  await app.get(Database).untilReady();
  lifetime.ends.throwIfAborted();
  print(`\nThe directory is at ${address}\n\n${await firstRequest(app, address)}`);
  printHints(address, config);
});

async function migrateDatabase(url: string): Promise<void> {
  const dataSource = await createDataSource({ url }).initialize();
  try {
    await migrate(dataSource, print);
  } finally {
    await dataSource.destroy();
  }
}

/** Creates a key where there is none. It is shown only once, so this comes after everything that can fail. */
async function firstRequest(app: INestApplicationContext, address: string): Promise<string> {
  const keys = app.get(ApiKeysRepository);
  if ((await keys.count()) > 0) {
    return 'Your keys are valid as before. For another:\nnpm run -s directory -- keys create --holder NAME --plan enterprise\n';
  }
  const { token } = await keys.create({ holder: 'first start', plan: 'enterprise', expiresAt: null });
  // The server must know the key before a person can use it.
  await app.get(ApiKeyCache).load();
  return `A first request, with a key that is shown this once:\ncurl -H "x-api-key: ${token}" "${address}/programs"\n`;
}

function printHints(address: string, { docs, mcp }: Config): void {
  if (docs) print(`All operations, to try out: ${address}/docs`);
  if (mcp)
    print(
      `For an assistant: claude mcp add --transport http directory ${address}/mcp --header "x-api-key: KEY"`,
    );
  print('Ctrl-C stops it.');
}
