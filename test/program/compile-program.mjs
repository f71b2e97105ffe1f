import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { swcOptions } from './swc-options.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles the program for the tests that run it in processes of their own, and says in `TEST_PROGRAM` where it is. It
 * is done once a run, since a loader would do it in each process.
 */
export async function compileProgram() {
  const folder = await makeTemporaryFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const [source, program] = [join(ROOT, 'src'), join(folder, 'dist')];
  for (const file of await readdir(source, { recursive: true })) {
    await mkdir(dirname(join(program, file)), { recursive: true });
    if (file.endsWith('.ts')) {
      const { code } = await transformFile(join(source, file), swcOptions);
      await writeFile(join(program, file.replace(/ts$/, 'js')), code);
    } else await cp(join(source, file), join(program, file), { recursive: true });
  }
  process.env.TEST_PROGRAM = program;
}

export async function removeProgram() {
  if (process.env.TEST_PROGRAM) await rm(dirname(process.env.TEST_PROGRAM), { recursive: true });
}
