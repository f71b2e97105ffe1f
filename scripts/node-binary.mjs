import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './project.mjs';

/** The image that `docker/Dockerfile` builds on, such as `node:24-slim`, and its major version of Node.js. */
export function baseOfImage() {
  const dockerfile = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8');
  const [, name, major] = /^FROM (node:(\d+)-slim)$/m.exec(dockerfile);
  return { name, major };
}

/**
 * Installs the newest Node.js of a major version from the npm registry, for Linux.
 * @param folder an empty folder outside of the checkout
 * @returns the path of its executable file
 */
export async function installNode(major, folder) {
  const name = `node-linux-${process.arch}`;
  await promisify(execFile)('npm', ['install', '--no-save', '--prefix', folder, `${name}@${major}`], {
    cwd: folder,
  });
  return join(folder, 'node_modules', name, 'bin/node');
}
