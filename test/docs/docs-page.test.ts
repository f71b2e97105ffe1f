import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

let directory: Directory;

beforeAll(async () => {
  directory = await openDirectory();
});

afterAll(() => directory.close());

const withoutKey = { 'x-api-key': '' };

describe('the documentation page', () => {
  test.each(['/docs', '/docs/'])('GET %s answers 200 without a key', async (path) => {
    const reply = await directory.get(path, withoutKey);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(reply.text).toContain('<title>Affiliate Program Directory</title>');
  });

  test('has a Content-Security-Policy that lets it load its own files and nothing else', async () => {
    const { headers, text } = await directory.get('/docs', withoutKey);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/);
  });

  test.each(['/docs', '/docs/'])('%s loads files that exist and can be revalidated', async (page) => {
    const { text } = await directory.get(page, withoutKey);
    const paths = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => new URL(path!, `http://a.example${page}`).pathname,
    );
    expect(paths).toHaveLength(6);
    expect(paths).toContain('/docs/page.js');
    for (const path of paths) {
      const reply = await directory.get(path, withoutKey);
      expect([path, reply.status]).toEqual([path, 200]);
      const again = await directory.get(path, { ...withoutKey, 'if-none-match': reply.headers.etag! });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test('sends Swagger UI compressed', async () => {
    const reply = await directory.get('/docs/swagger-ui.js', { ...withoutKey, 'accept-encoding': 'gzip' });
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
    '/docs/..%2fapi-document.js',
    '/docs/../package.json',
  ])('GET %s answers 404, as does every other file of its folders', async (path) => {
    const reply = await directory.get(path, withoutKey);
    expect([reply.status, reply.json]).toEqual([404, { error: true, message: 'Not found' }]);
  });

  test('may send requests to the origin of PUBLIC_URL', async () => {
    const elsewhere = await openDirectory(
      { PUBLIC_URL: 'https://api.directory.example' },
      directory.database,
    );
    try {
      const { headers } = await elsewhere.get('/docs', withoutKey);
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' https://api.directory.example;",
      );
    } finally {
      await elsewhere.close();
    }
  });
});
