import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, log } from './project.mjs';

/**
 * Compares with what npm records when an installation is finished: an interrupted one does not count.
 * @param dev whether dependencies for development count too
 */
export function areInstalled({ dev: withDev }) {
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    if (path === '' || (dev && !withDev)) return true;
    const found = installed[path];
    // An optional package may be for another platform.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity && existsSync(join(ROOT, path));
  });
}

export async function install() {
  log('Installing the dependencies …');
  const [command, ...args] = npm();
  const code = await run(command, [
    ...args,
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) throw new Error(`The dependencies could not be installed: npm ci ended with ${code}.`);
}

/** The npm that runs this script, or the one on the path. */
function npm() {
  const path = process.env.npm_execpath;
  return path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}
