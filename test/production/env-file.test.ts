import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadEnvFile } from '../../src/config/env-file.js';

describe('.env', () => {
  const folder = process.cwd();
  const environment = { ...process.env };
  let own: string;
  beforeEach(() => {
    own = mkdtempSync(join(tmpdir(), 'directory-env-'));
    process.chdir(own);
  });
  afterEach(() => {
    process.chdir(folder);
    process.env = { ...environment };
    rmSync(own, { recursive: true, force: true });
  });

  test('may be absent', () => {
    expect(loadEnvFile).not.toThrow();
  });

  test('sets the variables that the environment does not have', () => {
    process.env.SHUTDOWN_S = '7';
    writeFileSync('.env', '# of this machine\nSHUTDOWN_S=3\nPAGE_CACHE_MB="5"\n');
    loadEnvFile();
    expect(process.env).toMatchObject({ SHUTDOWN_S: '7', PAGE_CACHE_MB: '5' });
  });

  test('may begin with a byte order mark', () => {
    writeFileSync('.env', '\ufeffDATA_DIR=./elsewhere\nSHUTDOWN_S=3\n');
    loadEnvFile();
    expect(process.env).toMatchObject({ DATA_DIR: './elsewhere', SHUTDOWN_S: '3' });
  });

  test('is reported when it is a directory', () => {
    mkdirSync('.env');
    expect(loadEnvFile).toThrow('The settings are invalid:\n  .env cannot be read: it is a directory');
  });

  test('is reported when it cannot be read', () => {
    // As a file without leave to read it is, which root reads all the same.
    symlinkSync('.env', '.env');
    expect(loadEnvFile).toThrow('.env cannot be read: ELOOP');
  });
});
