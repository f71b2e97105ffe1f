import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { sendRequest } from '../client/http-client.js';
import { follow, idsOf } from '../client/walk.js';
import { addManyRows, MANY_ROWS } from '../database/many-rows.js';
import { type Directory, openDirectory } from '../program/directory.js';

const PREFIX = '/affiliates';

describe('A server behind a proxy that strips a path prefix', () => {
  let directory: Directory;
  let proxy: Server;
  let port: number;
  beforeAll(async () => {
    directory = await openDirectory({ PUBLIC_URL: `https://api.example${PREFIX}/` });
    await addManyRows(directory.database);
    proxy = createServer((incoming, outgoing) => {
      if (!incoming.url!.startsWith(`${PREFIX}/`)) return void outgoing.writeHead(404).end('{}');
      const { method, headers } = incoming;
      const path = incoming.url!.slice(PREFIX.length);
      const inner = request({ port: directory.port, host: '127.0.0.1', method, headers, path }, (reply) => {
        outgoing.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(outgoing);
      });
      incoming.pipe(inner);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    port = (proxy.address() as AddressInfo).port;
  });
  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await directory.close();
  });

  /** Asks the proxy for an address of `PUBLIC_URL`. */
  const ask = (target: string) => {
    const { pathname, search, origin } = new URL(target, 'https://api.example');
    expect(origin).toBe('https://api.example');
    return sendRequest(port, 'GET', pathname + search, { headers: { 'x-api-key': directory.key } });
  };

  test.each(['/networks', '/api/v1/networks?sort=-name', '/programs?sort=dateStarted'])(
    'is walked by its links to the end: %s',
    async (path) => {
      const replies = await follow(ask, PREFIX + path, 'next');
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      const ids = replies.flatMap(idsOf);
      expect(ids.length).toBeGreaterThanOrEqual(MANY_ROWS * 0.9);
      expect(new Set(ids).size).toBe(ids.length);
      const back = await follow(
        ask,
        replies
          .at(-1)!
          .headers.link!.toString()
          .match(/<([^>]*)>; rel="prev"/)![1]!,
        'prev',
      );
      expect(back.length).toBe(replies.length - 1);
    },
  );

  test('names its address in the OpenAPI document, and loads the page from below the prefix', async () => {
    const document = await ask(`${PREFIX}/openapi.json`);
    expect(document.json.servers).toEqual([{ url: `https://api.example${PREFIX}` }]);
    for (const page of [`${PREFIX}/docs`, `${PREFIX}/docs/`]) {
      const { text, status } = await ask(page);
      expect(status).toBe(200);
      const files = [...text.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg))"/g)].map(([, file]) => file!);
      expect(files.length).toBeGreaterThan(2);
      for (const file of files)
        expect([file, (await ask(new URL(file, `https://api.example${page}`).href)).status]).toEqual([
          file,
          200,
        ]);
    }
  });
});

describe('PUBLIC_URL', () => {
  const publicUrl = (value: string) =>
    readConfig({ DATABASE_URL: 'postgres://a.example', PUBLIC_URL: value }).publicUrl;

  test.each([
    ['https://api.example', 'https://api.example'],
    ['https://API.example/', 'https://api.example'],
    ['https://api.example:8443/affiliates', 'https://api.example:8443/affiliates'],
    ['http://api.example/a/b//', 'http://api.example/a/b'],
    ['https://api.example/a>b', 'https://api.example/a%3Eb'],
  ])('%s is normalized to %s', (value, expected) => {
    expect(publicUrl(value)).toBe(expected);
  });

  test.each([
    'api.example',
    'ftp://api.example',
    'https://api.example/?a=1',
    'https://api.example/#a',
    'https://api.example?',
    'https://u:p@api.example/',
    'https://*.example/',
  ])('%s is rejected', (value) => {
    expect(() => publicUrl(value)).toThrow('PUBLIC_URL must be an address such as');
  });
});
