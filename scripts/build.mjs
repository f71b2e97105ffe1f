import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, log } from './project.mjs';

/** Everything that the build depends on. */
const SOURCES = ['src', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];

/** The digest of what `dist` was built from. Written last, so an interrupted build does not count. */
const STAMP = join(ROOT, 'dist', '.built-from');

export function isBuilt() {
  try {
    return readFileSync(STAMP, 'utf8') === digestOfSources();
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

export async function build() {
  log('Building …');
  const digest = digestOfSources();
  rmSync(STAMP, { force: true });
  const code = await run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
  if (code !== 0) throw new Error(`The program could not be built: nest build ended with ${code}.`);
  writeFileSync(STAMP, digest);
}

function digestOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesIn(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  try {
    const entries = readdirSync(join(ROOT, path)).sort();
    return entries.flatMap((name) => filesIn(`${path}/${name}`));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
