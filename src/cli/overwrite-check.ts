import { stat } from 'node:fs/promises';
import { WrongUsage } from '../importing/import-errors.js';

/**
 * Rejects an output file that is one of the input files, under whatever name.
 * @throws WrongUsage
 */
export async function refuseToOverwriteInputs(output: string | undefined, inputs: string[]): Promise<void> {
  const target = output === undefined ? undefined : await identity(output);
  if (target === undefined) return;
  for (const input of inputs) {
    if ((await identity(input)) === target)
      throw new WrongUsage(`--rejects would overwrite the input file ${input}`);
  }
}

/** Identifies a file whatever its name; undefined where there is none. */
async function identity(path: string): Promise<string | undefined> {
  const file = await stat(path, { bigint: true }).catch(() => undefined);
  return file?.isFile() ? `${file.dev}:${file.ino}` : undefined;
}
