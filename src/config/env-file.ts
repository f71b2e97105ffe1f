import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './check.js';

const FILE = '.env';

/**
 * Adds the settings of a `.env` file in the working directory, if there is one, to the environment, which comes first.
 * @throws ConfigError when it is there and cannot be read. (`process.loadEnvFile` takes it for absent then.)
 */
export function loadEnvFile(): void {
  for (const [name, value] of Object.entries(parseEnv(read()))) process.env[name] ??= value;
}

function read(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError([`${FILE} cannot be read: ${code === 'EISDIR' ? 'it is a directory' : message}`]);
  }
}
