import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ConfigError } from '../../src/config/validate-settings.js';
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
      drain: 0,
    });
    expect(readConfig({ NODE_ENV: 'production', TRUST_PROXY: '10.0.0.0/8' })).toMatchObject({
      host: '::',
      httpsOnly: true,
    });
  });

  test('are all validated, and every problem is named', () => {
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
      PUBLIC_URL: 'https://a.example/path?query',
      DOCS: '1',
      MANAGEMENT_PORT: 'x',
      CORS_ORIGINS: '*',
      LOG_LEVEL: 'loud',
      SHUTDOWN_S: '1.5',
      DRAIN_S: '-5',
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
  ])('that contradict each other are named: %j', (settings, name) => {
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
      'DATABASE_REPLICA_URLS entry 1 is not a valid address such as postgres://user:password@host:port/name',
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
      'TRUST_PROXY entry 2 ("10.0.0.0/33") must be an IP address, a subnet such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
    ],
  ])('with several entries name the invalid entry, and show no password: %j', (settings, ...problems) => {
    expect(problemsOf(settings as Record<string, string>)).toEqual(problems);
  });

  const SCHEME = 'must be an address that starts with postgres:// or postgresql://';
  const PASSWORD =
    'is not a valid address: in the user and the password, write @ as %40, / as %2F, # as %23, ? as %3F and : as %3A';
  test.each([
    ['postgres:a.example', SCHEME],
    ['a.example:5432/directory', SCHEME],
    ['postgres://a.example:port/', 'is not a valid address such as postgres://user:password@host:port/name'],
    ['postgres://u:p/w@a.example/d', PASSWORD],
    ['postgres://u:p#w@a.example/d', PASSWORD],
    ['postgres://u:12/3@a.example/d', PASSWORD],
    ['postgres://u:12#3@a.example/d', PASSWORD],
    ['postgres://u:p@a.example,,b.example/d', 'lists an invalid host'],
    ['postgres://u:p@a.example,b%zz/d', 'lists an invalid host'],
    ['postgres://u:p@a.example,b%ff/d', 'lists an invalid host'],
    ['postgres://u:p,w/x@a.example,b.example/d', PASSWORD],
    ['postgres://u:12,3/x@a.example,b.example/d', PASSWORD],
    ['postgres://u:12,s3:cret/x@a.example,b.example', PASSWORD],
    ['postgres://u:p@a.example,b example/d', 'lists an invalid host'],
    ['postgres://u:p@/d?host=a.example,', 'lists an invalid host'],
    ['postgres://u:p@a.example:1,b.example:65536/d', 'has a port that is not a number from 1 to 65535'],
    ['postgres://u:p@a.example,b%00/d', 'lists an invalid host'],
    ['postgres://u:p@a.example:65536,b.example/d', 'has a port that is not a number from 1 to 65535'],
    [
      'postgres://u:p@/d?host=a.example,b.example&port=1.5',
      'has a port that is not a number from 1 to 65535',
    ],
    [
      'postgres://u:p@/d?host=a.example,b.example&port=0x10',
      'has a port that is not a number from 1 to 65535',
    ],
    ['postgres://u:p@/d?host=a.example,b.example&port=1,2,3', 'names 2 hosts and 3 ports'],
    ['postgres://u:p@/d?host=a.example&port=1,2', 'names 1 hosts and 2 ports'],
    [
      'postgres://u:p@a.example,b.example/d?port=6000',
      'has hosts before the path, and host or port in the query too',
    ],
    [
      'postgres://u:p@a.example/d?target_session_attrs=master',
      'has a target_session_attrs that is none of any, read-write, read-only, primary, standby, prefer-standby',
    ],
    [
      'postgres://a.example/d?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      'has sslrootcert=/nowhere/ca.pem, which cannot be read (ENOENT)',
    ],
  ])('name the problem of DATABASE_URL=%s', (address, problem) => {
    expect(problemsOf({ DATABASE_URL: address })).toEqual([`DATABASE_URL ${problem}`]);
  });

  test.each([
    'postgresql://a.example',
    'postgres:///directory?host=/run/postgresql',
    'postgres://u:p@%2Frun%2Fpostgresql/directory',
    'postgres://u:p@[::1]:5432/directory',
    'postgres://a.example/d?sslmode=verify-full&sslrootcert=system',
    'postgres://u:p@/d?host=/cloudsql/project:region:instance',
    'postgres://u:p@a.example:1,b.example:2/d?target_session_attrs=read-write',
    'postgres://u:p@[::1],a.example:5432/d',
    'postgres://u:p@/d?host=a.example,b.example&port=5433',
  ])('accept DATABASE_URL=%s unchanged', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  test('name a missing DATABASE_URL of a server together with all other problems', () => {
    const read = () => readConfig({ NODE_ENV: 'production', PORT: 'x' }, { needsDatabase: true });
    expect(read).toThrow(/PORT .*\n.*DATABASE_URL is missing.*\n.*HTTPS_ONLY needs /);
  });

  test('say why TRUST_PROXY cannot be every address', () => {
    for (const every of ['0.0.0.0/0', '::/0'])
      expect(problemsOf({ TRUST_PROXY: every })).toEqual([
        `TRUST_PROXY entry 1 ("${every}") covers every address, so that any client could claim HTTPS. Name the addresses of the proxy`,
      ]);
    expect(readConfig({ TRUST_PROXY: 'loopback, uniquelocal' }).trustProxy).toEqual([
      'loopback',
      'uniquelocal',
    ]);
  });

  test('say that Kubernetes set MANAGEMENT_PORT', () => {
    expect(problemsOf({ MANAGEMENT_PORT: 'tcp://10.0.0.5:9464' })).toEqual([
      'MANAGEMENT_PORT must be a whole number from 0 to 65535. Kubernetes sets it for a Service of that name: rename the Service, or set enableServiceLinks to false',
    ]);
  });

  test.each(['DATABASE_URL', 'REDIS_URL'])('%s may have a %% in its password only as %%25', (name) => {
    const address = `${name === 'REDIS_URL' ? 'redis' : 'postgres'}://u:50%25@a.example/0`;
    expect(problemsOf({ [name]: address })).toEqual([]);
    expect(problemsOf({ [name]: address.replace('%25', '%') })).toEqual([
      `${name} must have a literal %, as in a password, written as %25`,
    ]);
  });

  test('are compared as numbers: PORT=08080 and MANAGEMENT_PORT=8080 contradict each other', () => {
    expect(problemsOf({ PORT: '08080', MANAGEMENT_PORT: '8080' })).toEqual([
      'MANAGEMENT_PORT and PORT must differ',
    ]);
  });

  test('that are invalid are not reported as contradicting others as well', () => {
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

describe.each([
  ['DATABASE_URL', 'postgres://u:secret@a.example/d'],
  ['REDIS_URL', 'redis://:secret@a.example'],
])('%s_FILE', (name, address) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'directory-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('names a file that holds the setting', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `\ufeff${address}\r\n`);
    const config = readConfig({ [`${name}_FILE`]: file });
    expect([config.databaseUrl, config.redisUrl]).toContain(address);
  });

  test('is reported when its file is missing or empty, or the setting is set as well', () => {
    const missing = join(folder, 'missing');
    expect(problemsOf({ [`${name}_FILE`]: missing })).toEqual([
      `${name}_FILE names ${missing}, which cannot be read (ENOENT)`,
    ]);
    const empty = join(folder, 'empty');
    writeFileSync(empty, '\n');
    expect(problemsOf({ [`${name}_FILE`]: empty })).toEqual([`${name}_FILE names ${empty}, which is empty`]);
    expect(problemsOf({ [`${name}_FILE`]: empty, [name]: address })).toEqual([
      `${name} and ${name}_FILE cannot be combined`,
    ]);
  });

  test('shows no part of the secret in a message', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'mysql://u:secret@a.example');
    expect(problemsOf({ [`${name}_FILE`]: file })).toEqual([expect.not.stringContaining('secret@')]);
  });
});
