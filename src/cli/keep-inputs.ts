import { stat } from 'node:fs/promises';
import { WrongUsage } from '../importing/import-errors.js';

/**
 * Keeps a command from writing over what it is about to read, under whatever name.
 * @throws WrongUsage
 */
export async function refuseToOverwriteInputs(output: string | undefined, inputs: string[]): Promise<void> {
  const written = output === undefined ? undefined : await identity(output);
  if (written === undefined) return;
  for (const input of inputs) {
    if ((await identity(input)) === written)
      throw new WrongUsage(`--rejects would write over ${input}, which is to be read`);
  }
}

/** What is the same for all names of one file; undefined where there is none. */
async function identity(path: string): Promise<string | undefined> {
  const file = await stat(path, { bigint: true }).catch(() => undefined);
  return file?.isFile() ? `${file.dev}:${file.ino}` : undefined;
}
