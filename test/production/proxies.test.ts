import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

describe('behind a trusted proxy', () => {
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
  ])('X-Forwarded-Proto "%s" is answered %i', async (protocol, status) => {
    const { status: got, headers } = await directory.get('/networks', { 'x-forwarded-proto': protocol });
    expect(got).toBe(status);
    expect('strict-transport-security' in headers).toBe(status === 200);
  });

  test.each([
    ['forwarded', 'proto=https'],
    ['x-forwarded-ssl', 'on'],
    ['front-end-https', 'on'],
    ['x-url-scheme', 'https'],
  ])('%s counts for nothing', async (name, value) => {
    expect((await directory.get('/networks', { [name]: value })).status).toBe(403);
  });

  test('X-Forwarded-Host and Host stand nowhere in the answer', async () => {
    const { headers, text } = await directory.get('/networks', {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
    });
    expect(JSON.stringify(headers) + text).not.toContain('evil.example');
  });
});

test('a proxy that is not named is not believed', async () => {
  const directory = await openDirectory({ HTTPS_ONLY: 'on', TRUST_PROXY: '10.1.0.0/16' });
  expect((await directory.get('/networks', { 'x-forwarded-proto': 'https' })).status).toBe(403);
  await directory.close();
});
