import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { type CodeBlock } from '../guides/code-blocks.js';

const LEFT_OUT = /^(node_modules|dist|coverage|\.git|\.data)$/;
/** What separates the places of a file that one `diff` block changes. */
const ELSEWHERE = '@@\n';

/** A copy of this repository, as a fresh clone, but with the dependencies of this one; to be run, or changed as a guide says. */
export class CheckoutCopy {
  private constructor(readonly folder: string) {}

  static async make(): Promise<CheckoutCopy> {
    const folder = await makeTemporaryFolder();
    const filter = (path: string) => !LEFT_OUT.test(relative(process.cwd(), path));
    await cp(process.cwd(), folder, { recursive: true, filter });
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    return new CheckoutCopy(folder);
  }

  /** Makes the file that a block prints, or changes it where the block is a `diff`. */
  async apply({ file, language, code }: CodeBlock): Promise<void> {
    const path = join(this.folder, file!);
    if (language === 'diff') {
      const before = await readFile(path, 'utf8');
      await writeFile(
        path,
        code.split(ELSEWHERE).reduce((text, change) => changed(text, change, file!), before),
      );
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, code, { flag: 'wx' });
    }
  }

  /** Runs a program of Node.js there. @throws with all that it printed when it fails. */
  async node(...args: string[]): Promise<void> {
    const env = { ...process.env, TEST_DATABASE_URL: process.env.TEST_SERVER };
    await promisify(execFile)(process.execPath, args, { cwd: this.folder, env }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`);
      },
    );
  }

  async json(file: string): Promise<unknown> {
    return JSON.parse(await readFile(join(this.folder, file), 'utf8')) as unknown;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

/** Puts the lines with ` ` and `+` in the place of those with ` ` and `-`. */
function changed(text: string, change: string, file: string): string {
  const lines = change.trimEnd().split('\n');
  const without = (sign: string) =>
    lines.filter((line) => line[0] !== sign).map((line) => `${line.slice(1)}\n`);
  const parts = text.split(without('+').join(''));
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places like\n${change}`);
  return parts.join(without('-').join(''));
}
