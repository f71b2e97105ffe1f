import { createApp } from './app.js';
import { loadEnvFile, readConfig } from './config.js';

loadEnvFile();
const config = readConfig();
const app = await createApp(config);
await app.listen(config.port, config.host);
