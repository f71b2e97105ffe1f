import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

let directory: Directory;

beforeAll(async () => {
  directory = await openDirectory();
});

afterAll(() => directory.close());

const anybody = { 'x-api-key': '' };

describe('the page of the documentation', () => {
  test.each(['/docs', '/docs/'])('is at %s, without a key', async (path) => {
    const reply = await directory.get(path, anybody);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(reply.text).toContain('<title>Affiliate Program Directory</title>');
  });

  test('has a policy that lets it load its own files and nothing else, and no inline script or style', async () => {
    const { headers, text } = await directory.get('/docs', anybody);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/);
  });

  test('loads files that exist, and may be checked for a change', async () => {
    const { text } = await directory.get('/docs', anybody);
    const paths = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(paths).toHaveLength(6);
    for (const path of paths) {
      const reply = await directory.get(path, anybody);
      expect([path, reply.status]).toEqual([path, 200]);
      const again = await directory.get(path, { ...anybody, 'if-none-match': reply.headers.etag! });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test('sends Swagger UI packed', async () => {
    const reply = await directory.get('/docs/swagger-ui.js', { ...anybody, 'accept-encoding': 'gzip' });
    expect(reply.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(reply.bytes).length).toBeGreaterThan(3 * reply.bytes.length);
  });

  test.each([
    '/docs/package.json',
    '/docs/swagger-ui-bundle.js.map',
    '/docs/index.html',
    '/docs/..%2fdocument.js',
    '/docs/../package.json',
  ])('serves nothing else of the folders: %s', async (path) => {
    const reply = await directory.get(path, anybody);
    expect([reply.status, reply.json]).toEqual([404, { error: true, message: 'Not found' }]);
  });

  test('may send requests to PUBLIC_URL', async () => {
    const elsewhere = await openDirectory(
      { PUBLIC_URL: 'https://api.directory.example' },
      directory.database,
    );
    try {
      const { headers } = await elsewhere.get('/docs', anybody);
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' https://api.directory.example;",
      );
    } finally {
      await elsewhere.close();
    }
  });
});
