import { type AddressInfo } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config/config.js';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { addKey } from '../database/api-key-rows.js';
import { sendRequest, type RequestParts, type Reply } from '../client/http-client.js';
import { waitFor } from './wait-for.js';

/** A running server with a database of its own and a key that it admits. */
export interface Directory {
  database: TestDatabase;
  sql: TestDatabase['sql'];
  app: NestExpressApplication;
  port: number;
  url: string;
  key: string;
  /** Sends a request with the key, unless other fields are given. */
  request: (method: string, path: string, asked?: RequestParts) => Promise<Reply>;
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  /** POSTs JSON with the key. */
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  /** Changes the directory, and waits until the server has heard of it. */
  change: (text: string, values?: unknown[]) => Promise<void>;
  /** Waits until the server has heard of the latest commit. */
  untilSeen: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a server on a free port, ready, on an empty directory; `database` shares one that is there already. */
export async function openDirectory(
  settings: Record<string, string> = {},
  database?: TestDatabase,
): Promise<Directory> {
  const own = database ?? (await createTestDatabase());
  const key = await addKey(own);
  const app = await createApp(
    readConfig({
      DATABASE_URL: own.roleUrl('serve'),
      MIGRATE: 'off',
      DATABASE_POOL: '4',
      LOG_LEVEL: 'silent',
      ...settings,
    }),
  );
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;

  const send = (method: string, path: string, asked: RequestParts = {}) =>
    sendRequest(port, method, path, { ...asked, headers: { 'x-api-key': key, ...asked.headers } });
  await waitFor(async () => (await send('GET', '/health/ready')).status === 200);
  // Before it hears of changes it answers nothing from memory.
  await waitFor(() => Promise.resolve(app.get(DirectoryWatch).listening));
  const untilSeen = async (): Promise<void> => {
    const [version] = await own.sql(`SELECT number::text FROM versions WHERE subject = 'directory'`);
    await waitFor(async () => {
      const { headers } = await send('HEAD', '/networks');
      return headers['directory-version'] === version!.number;
    }, 1000);
  };
  return {
    database: own,
    sql: own.sql.bind(own),
    app,
    port,
    url: `http://127.0.0.1:${port}`,
    key,
    request: send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers = {}) =>
      send('POST', path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async change(text, values) {
      await own.sql(text, values);
      await untilSeen();
    },
    untilSeen,
    async close() {
      await app.close();
      if (!database) await own.drop();
    },
  };
}
