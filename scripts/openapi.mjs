/** Writes openapi.json, the document that the application serves, and the types of the TypeScript client from it. */
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
const { default: openapiTS, astToString } = await import('openapi-typescript');

// The database is not queried.
const app = await createApp(readConfig({ DATABASE_URL: 'postgres://nowhere.invalid/', LOG_LEVEL: 'silent' }));
const document = `${JSON.stringify(app.get(ApiDocument).content, null, 2)}\n`;
writeFileSync(join(ROOT, 'openapi.json'), document);
writeFileSync(join(ROOT, 'clients/typescript/src/openapi.ts'), astToString(await openapiTS(document)));
await app.close();
