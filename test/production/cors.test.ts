import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

const ORIGIN = 'https://app.example';
const EXTENSIONS = [
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://7e3ac2d1-5b1f-4c36-9a3f-0d8c8f0f1a2b',
  'safari-web-extension://4E3AC2D1-5B1F-4C36-9A3F-0D8C8F0F1A2B',
];
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' };

describe('A CORS origin', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openDirectory({
      CORS_ORIGINS: [ORIGIN, 'https://other.example:8443', ...EXTENSIONS].join(', '),
    });
  });
  afterAll(() => directory.close());

  test('that is allowed gets a preflight response without a key', async () => {
    const { status, headers } = await directory.request('OPTIONS', '/programs', {
      headers: { 'x-api-key': '', origin: ORIGIN, ...PREFLIGHT },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers':
        'authorization, content-encoding, content-type, if-none-match, mcp-method, mcp-name, mcp-protocol-version, x-api-key, x-request-id',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each(EXTENSIONS)('may be a browser extension, from preflight to batch: %s', async (extension) => {
    const sent = ['content-encoding', 'content-type', 'x-api-key'];
    const preflight = (origin: string) =>
      directory.request('OPTIONS', '/programs-batch', {
        headers: {
          'x-api-key': '',
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': sent.join(','),
        },
      });
    const allowed = await preflight(extension);
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, extension]);
    expect(allowed.headers['access-control-allow-methods']).toContain('POST');
    expect(allowed.headers['access-control-allow-headers']?.split(', ')).toEqual(
      expect.arrayContaining(sent),
    );

    const { status, headers, text } = await directory.request('POST', '/programs-batch', {
      headers: { origin: extension, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ urls: ['shop.example'] })),
    });
    expect([status, text, headers['access-control-allow-origin']]).toEqual([200, '[]', extension]);

    const other = await preflight(`${extension}0`);
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['/programs', '/programs?page=0', '/nothing'])(
    'that is allowed may read the answer to %s',
    async (path) => {
      const { headers } = await directory.get(path, { origin: ORIGIN });
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(headers['access-control-expose-headers']).toContain('Link');
      expect(headers.vary).toContain('Origin');
    },
  );

  test.each(['https://evil.example', `${ORIGIN}.evil.example`, 'http://app.example', 'null', '*'])(
    'such as %s may not',
    async (origin) => {
      const { headers } = await directory.get('/programs', { origin });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers.vary).toContain('Origin');
    },
  );
});

test('Without CORS_ORIGINS no origin is allowed', async () => {
  const directory = await openDirectory();
  const { headers } = await directory.get('/programs', { origin: ORIGIN });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  await directory.close();
});
