import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { type Directory } from '../program/directory.js';
import { InstalledClient } from '../typescript-client/installed-client.js';

let client: InstalledClient;
let website: Server;
let directory: Directory;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  client = await InstalledClient.install();
  website = createServer(({ url }, response) => {
    const isModule = url!.endsWith('.js');
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? client.read(`dist/${basename(url!)}`) : '<!doctype html><title>Website</title>');
  });
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
  directory = await openSampleDirectory({ CORS_ORIGINS: origin });
  // Chromium's sandbox does not work for root, which containers use.
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(origin);
});
afterAll(async () => {
  await browser.close();
  await directory.close();
  website.close();
  await client.remove();
});

/** Runs the body of an async function in the page, with the module of the client and a client. */
function run<Result>(body: string, baseUrl = directory.url): Promise<Result> {
  return page.evaluate(`(async () => {
    const { DirectoryClient, DirectoryError } = await import('/dist/index.js');
    const directory = new DirectoryClient({ baseUrl: '${baseUrl}', apiKey: '${directory.key}', retries: 1 });
    ${body}
  })()`);
}

describe('the TypeScript client in a browser', () => {
  test('reads every program', async () => {
    const ids = await run(`
      const ids = [];
      for await (const { id } of directory.programs()) ids.push(id);
      return ids`);
    const rows = await directory.sql<{ id: number }>('SELECT id FROM programs WHERE status ORDER BY id');
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  test('reports an error of the directory', async () => {
    const error = await run(`
      return directory.programs({ sort: 'x' }).next().catch((error) =>
        [error instanceof DirectoryError, error.status, error.details[0].field, error.requestId !== undefined])`);
    expect(error).toEqual([true, 400, 'sort', true]);
  });

  test('follows no redirect', async () => {
    const redirecting = createServer((request, response) => {
      const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (request.method === 'OPTIONS') response.writeHead(204, cors).end();
      else response.writeHead(302, { ...cors, location: `${directory.url}/api/v1/programs` }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const { port } = redirecting.address() as AddressInfo;
    const error = await run(
      'return directory.programs().next().catch(({ name, message }) => [name, message])',
      `http://127.0.0.1:${port}`,
    );
    expect(error).toEqual(['DirectoryError', expect.stringContaining('redirect')]);
    redirecting.close();
  });

  test('ends with the reason of its signal', async () => {
    const reason = await run(`
      const signal = AbortSignal.abort('enough');
      const options = { baseUrl: '${directory.url}', apiKey: '${directory.key}', signal };
      return new DirectoryClient(options).networks().next().catch((reason) => reason)`);
    expect(reason).toBe('enough');
  });
});
