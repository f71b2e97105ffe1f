import { ConfigError } from './config/check.js';
import { readConfig } from './config/config.js';
import { loadEnvFile } from './config/env-file.js';
import { Lifetime } from './lifetime.js';
import { serve } from './serve.js';

await Lifetime.run(async (lifetime) => {
  loadEnvFile();
  const config = readConfig();
  if (config.databaseUrl === undefined) {
    throw new ConfigError([
      'DATABASE_URL is missing. `npm start` brings a database of its own to try things out.',
    ]);
  }
  await serve(config, lifetime);
});
