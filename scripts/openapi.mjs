/** Writes openapi.json: the document that the application serves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './project.mjs';
import { setUp } from './set-up.mjs';

await setUp({ built: true });
const built = (file) => import(pathToFileURL(join(ROOT, 'dist', file)).href);
const { createApp } = await built('app.js');
const { readConfig } = await built('config/config.js');
const { ApiDocument } = await built('docs/api-document.js');

// The database is not queried.
const app = await createApp(readConfig({ DATABASE_URL: 'postgres://nowhere.invalid/', LOG_LEVEL: 'silent' }));
writeFileSync(join(ROOT, 'openapi.json'), `${JSON.stringify(app.get(ApiDocument).content, null, 2)}\n`);
await app.close();
