import { readConfig } from './config/config.js';
import { loadEnvFile } from './config/env-file.js';
import { Lifetime } from './lifetime.js';
import { serve } from './serve.js';

await Lifetime.run(async (lifetime) => {
  loadEnvFile();
  await serve(readConfig(undefined, { needsDatabase: true }), lifetime);
});
