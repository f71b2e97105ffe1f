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

  test.each([
    [
      {
        DATABASE_URL: 'postgres://a.example',
        DATABASE_REPLICA_URLS: 'postgres://a.example,mysql://u:secret@b.example/d',
      },
      'DATABASE_REPLICA_URLS entry 2 ("mysql://b.example") must be an address that starts with postgres:// or postgresql://',
    ],
    [
      { DATABASE_URL: 'postgres://a.example', DATABASE_REPLICA_URLS: 'postgres://u:sec,ret@b.example/d' },
      'DATABASE_REPLICA_URLS entry 1 must be an address that starts with postgres:// or postgresql://',
      'DATABASE_REPLICA_URLS entry 2 must be an address that starts with postgres:// or postgresql://',
    ],
    [
      { CORS_ORIGINS: 'https://a.example, b.example,,https://c.example/path, https://u:secret@d.example' },
      'CORS_ORIGINS entry 2 ("b.example") must be an origin such as https://directory.example, without a path',
      'CORS_ORIGINS entry 3 ("https://c.example/path") must be an origin such as https://directory.example, without a path',
      'CORS_ORIGINS entry 4 ("https://d.example") must be an origin such as https://directory.example, without a path',
    ],
    [
      { CORS_ORIGINS: 'https://*.example' },
      'CORS_ORIGINS entry 1 ("https://*.example") must be an origin such as https://directory.example, without a path',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/8,10.0.0.0/33' },
      'TRUST_PROXY entry 2 ("10.0.0.0/33") must be an IP address or a subnet',
    ],
  ])('of several entries say which is wrong, and no password: %j', (settings, ...problems) => {
    expect(problemsOf(settings as Record<string, string>)).toEqual(problems);
  });

  test.each(['postgres:a.example', 'a.example:5432/directory', 'postgres://a.example:port/'])(
    'such as DATABASE_URL=%s are no address',
    (address) => {
      expect(problemsOf({ DATABASE_URL: address })).toEqual([
        'DATABASE_URL must be an address that starts with postgres:// or postgresql://',
      ]);
    },
  );

  test.each(['DATABASE_URL', 'REDIS_URL'])('%s may hold a password with %% escaped only', (name) => {
    const address = `${name === 'REDIS_URL' ? 'redis' : 'postgres'}://u:50%25@a.example/0`;
    expect(problemsOf({ [name]: address })).toEqual([]);
    expect(problemsOf({ [name]: address.replace('%25', '%') })).toEqual([
      `${name} must have a % that stands for itself, as in a password, written as %25`,
    ]);
  });

  test('that are written in two ways disagree all the same', () => {
    expect(problemsOf({ PORT: '08080', MANAGEMENT_PORT: '8080' })).toEqual([
      'MANAGEMENT_PORT must be another than PORT',
    ]);
  });

  test('that are wrong are not said to disagree as well', () => {
    const wrong = {
      HTTPS_ONLY: 'true',
      TRUST_PROXY: 'x',
      DATABASE_URL: 'x',
      DATABASE_REPLICA_URLS: 'postgres://a',
    };
    const named = problemsOf({ NODE_ENV: 'production', ...wrong }).map((problem) => problem.split(' ')[0]);
    expect(named).toEqual(['DATABASE_URL', 'HTTPS_ONLY', 'TRUST_PROXY']);
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
