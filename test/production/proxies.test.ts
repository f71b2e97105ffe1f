import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

describe('A server behind a trusted proxy', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openDirectory({ NODE_ENV: 'production', TRUST_PROXY: '10.1.0.0/16, 127.0.0.1' });
  });
  afterAll(() => directory.close());

  test.each([
    ['https', 200],
    ['HTTPS', 200],
    ['https, https', 200],
    ['http', 403],
    ['https, http', 403],
    ['http, https', 403],
    ['https,', 403],
    ['httpsx', 403],
    ['', 403],
  ])('responds to X-Forwarded-Proto "%s" with %i', async (protocol, status) => {
    const { status: got, headers } = await directory.get('/networks', { 'x-forwarded-proto': protocol });
    expect(got).toBe(status);
    expect('strict-transport-security' in headers).toBe(status === 200);
  });

  test.each([
    ['forwarded', 'proto=https'],
    ['x-forwarded-ssl', 'on'],
    ['front-end-https', 'on'],
    ['x-url-scheme', 'https'],
  ])('ignores %s', async (name, value) => {
    expect((await directory.get('/networks', { [name]: value })).status).toBe(403);
  });

  test('does not echo X-Forwarded-Host and Host in the response', async () => {
    const { headers, text } = await directory.get('/networks', {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
    });
    expect(JSON.stringify(headers) + text).not.toContain('evil.example');
  });
});

test('X-Forwarded-Proto of a proxy that TRUST_PROXY does not name is ignored', async () => {
  const directory = await openDirectory({ HTTPS_ONLY: 'on', TRUST_PROXY: '10.1.0.0/16' });
  expect((await directory.get('/networks', { 'x-forwarded-proto': 'https' })).status).toBe(403);
  await directory.close();
});
