import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createToken } from '../../src/tokens/api-key-token.js';
import { freePort } from '../../src/dev/embedded/free-port.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { addKey } from '../database/api-key-rows.js';
import { compiled } from '../program/compiled.js';
import { sendRequest } from '../client/http-client.js';
import { waitFor } from '../program/wait-for.js';

test('No key appears in the database, the log, the metrics or a response, however it was sent', async () => {
  const database = await createTestDatabase();
  const keys = [await addKey(database), await addKey(database, { revokedAt: new Date() }), createToken()];
  const [port, managementPort] = [await freePort(0), await freePort(0)];
  const server = spawn(process.execPath, [compiled('main')], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      LOG_LEVEL: 'trace',
      RATE_LIMIT_PRO_API: '20/day',
    },
  });
  const log = Promise.all([text(server.stdout), text(server.stderr)]);
  const isReady = () =>
    sendRequest(port, 'GET', '/health/ready', {}).then(
      ({ status }) => status === 200,
      () => false,
    );
  await waitFor(isReady, 30_000);

  const answers: string[] = [];
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const reply = await sendRequest(port, method, path, { headers, ...(body !== undefined && { body }) });
    // A client that filters by its own key is led on with its filter.
    answers.push(JSON.stringify({ ...reply.headers, link: '' }) + reply.text);
  };
  for (const key of keys) {
    const own = { 'x-api-key': key };
    const json = { 'content-type': 'application/json' };
    for (let again = 0; again < 2; again++) await send('GET', '/programs', own);
    await send('GET', '/programs', { 'x-api-key': `${key}x` });
    await send('GET', '/programs', { 'x-api-key': `${key}, ${key}` });
    await send('GET', '/programs', {
      authorization: `Bearer ${key}`,
      cookie: key,
      referer: key,
      'user-agent': key,
    });
    await send('GET', '/programs', { ...own, 'x-request-id': key });
    for (const query of [
      `x-api-key=${key}`,
      `${key}=1`,
      `page=${key}`,
      `sort=${key}`,
      `url=${key}`,
      `cursor=${key}`,
    ])
      await send('GET', `/programs?${query}`, own);
    await send('GET', `/${key}`, own);
    await send('GET', `/programs/${key}?a=${key}`, own);
    await send('POST', '/programs', own);
    await send('POST', '/programs-batch', { ...own, 'content-type': key }, key);
    for (const body of [key, `{"urls":["${key}"],"${key}":1}`, `{"urls":"${key}"}`])
      await send('POST', '/programs-batch', { ...own, ...json }, body);
  }
  answers.push((await sendRequest(managementPort, 'GET', '/metrics', {})).text);
  server.kill();
  await once(server, 'exit');

  const places = {
    answers: answers.join('\n'),
    log: (await log).join('\n'),
    database: await dumpOf(database),
  };
  expect(places.log.split('\n').length).toBeGreaterThan(50);
  for (const [place, written] of Object.entries(places)) {
    for (const key of keys) expect([place, written.includes(key.slice(4, -6))]).toEqual([place, false]);
  }
  await database.drop();
});

/** Every row of every table, as text. */
async function dumpOf(database: TestDatabase): Promise<string> {
  const tables = await database.sql<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => database.sql(`SELECT t::text FROM ${name} AS t`)));
  return JSON.stringify(rows);
}
