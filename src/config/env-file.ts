import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './validate-settings.js';

const FILE = '.env';

/**
 * Adds the settings of a `.env` file in the working directory to the environment, which takes precedence.
 * @throws ConfigError when the file exists and cannot be read. (`process.loadEnvFile` treats it as absent then.)
 */
export function loadEnvFile(): void {
  for (const [name, value] of Object.entries(parseEnv(read()))) process.env[name] ??= value;
}

function read(): string {
  try {
    return readFileSync(FILE, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError([`${FILE} cannot be read: ${code === 'EISDIR' ? 'it is a directory' : message}`]);
  }
}
