import { describe, expect, test } from '@jest/globals';
import { type ConfigError } from '../../src/config/check.js';
import { readConfig } from '../../src/config/config.js';

function problemsOf(settings: Record<string, string>): string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('the settings', () => {
  test('have the defaults of the contract', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databasePool: 10,
      dataDir: './.data',
      migrate: true,
      pageCacheBytes: 64 * 1024 * 1024,
      staleIfDown: 300,
      httpsOnly: false,
      docs: true,
      logLevel: 'info',
      shutdown: 10,
    });
    expect(readConfig({ NODE_ENV: 'production', TRUST_PROXY: '10.0.0.0/8' })).toMatchObject({
      host: '::',
      httpsOnly: true,
    });
  });

  test('are all checked before one is complained about', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://a.example',
      DATABASE_REPLICA_URLS: 'postgres://a.example,b',
      DATABASE_POOL: '0',
      MIGRATE: 'yes',
      REDIS_URL: 'http://a.example',
      RATE_LIMIT_PRO_API: '600 per minute',
      RATE_LIMIT_ENTERPRISE: '0/s',
      PAGE_CACHE_MB: '-1',
      STALE_IF_DOWN: '5m',
      HTTPS_ONLY: 'true',
      TRUST_PROXY: 'everybody',
      PUBLIC_URL: 'https://a.example/path',
      DOCS: '1',
      MANAGEMENT_PORT: 'x',
      CORS_ORIGINS: '*',
      LOG_LEVEL: 'loud',
      SHUTDOWN_S: '1.5',
    };
    const named = problemsOf(wrong).map((problem) => problem.split(' ')[0]);
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)));
  });

  test.each([
    [{ TLS_CERT_FILE: 'a.crt' }, 'TLS_KEY_FILE'],
    [{ TLS_KEY_FILE: 'a.key' }, 'TLS_CERT_FILE'],
    [{ NODE_ENV: 'production' }, 'HTTPS_ONLY'],
    [{ HTTPS_ONLY: 'on' }, 'HTTPS_ONLY'],
    [{ DATABASE_REPLICA_URLS: 'postgres://a.example' }, 'DATABASE_REPLICA_URLS'],
    [{ MANAGEMENT_PORT: '3000' }, 'MANAGEMENT_PORT'],
  ])('that disagree are named: %j', (settings, name) => {
    expect(problemsOf(settings)).toEqual([expect.stringContaining(name)]);
  });

  test('that are empty count as not set', () => {
    expect(readConfig({ PORT: '', TRUST_PROXY: '', DOCS: '' })).toMatchObject({
      port: 3000,
      trustProxy: [],
      docs: true,
    });
  });

  test('cannot be changed', () => {
    expect(() => Object.assign(readConfig({}), { port: 1 })).toThrow(TypeError);
  });
});
