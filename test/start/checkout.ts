import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = [
  ...['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'],
  ...['scripts', 'src'],
];

/** A fresh clone, apart from the dependencies, which it shares with this checkout. */
export interface Checkout {
  folder: string;
  remove(): Promise<void>;
}

export async function makeCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-checkout-'));
  for (const file of FILES) await cp(join(ROOT, file), join(folder, file), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
