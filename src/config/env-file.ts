import { ConfigError } from './check.js';

/**
 * Adds the settings of a `.env` file in the working directory, if there is one, to the environment.
 * @throws ConfigError when it is there and cannot be read.
 */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    const reason = code === 'EISDIR' ? 'it is a directory' : message;
    throw new ConfigError([`The file .env cannot be read: ${reason}`]);
  }
}
