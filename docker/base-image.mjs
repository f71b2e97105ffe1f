import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installNode } from '../scripts/node-binary.mjs';

const run = promisify(execFile);

/**
 * Makes a stand-in for the official `node:…-slim` image, for machines without access to a registry of images: this
 * machine's release of Debian, the Node.js and the npm of the npm registry, and the user `node` with id 1000.
 * @param buildah runs a command of buildah, and returns what it printed
 * @param name of the image, such as `node:24-slim`
 * @param folder an empty folder for the files
 */
export async function makeBaseImage(buildah, { name, major }, folder) {
  const root = join(folder, 'root');
  await run('debootstrap', ['--variant=minbase', await debianRelease(), root, await debianMirror()]);
  const downloads = join(folder, 'downloads');
  await mkdir(downloads);
  await copyFile(await installNode(major, downloads), join(root, 'usr/local/bin/node'));
  await run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), 'npm@11'], {
    cwd: downloads,
  });
  await run('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  await configureNpm(root);
  await rm(join(root, 'var/cache/apt/archives'), { recursive: true });

  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, root, '/');
  await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container);
  await buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);
  await rm(root, { recursive: true });
}

/** Has npm in the image use the registry and the certificates that npm uses on this machine. */
async function configureNpm(root) {
  const setting = async (name) => (await run('npm', ['config', 'get', name])).stdout.trim();
  const file = join(root, 'usr/local/etc/npmrc');
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `registry=${await setting('registry')}\n`);
  const certificates = await setting('cafile');
  if (certificates === 'null') return;
  await appendFile(file, `cafile=${certificates}\n`);
  await cp(certificates, join(root, certificates), { recursive: true, dereference: true });
}

async function debianRelease() {
  const [, codename] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'));
  return codename;
}

/** Where apt gets the packages of the release itself. */
async function debianMirror() {
  const format = ['--format', '$(RELEASE) $(REPO_URI)', 'Created-By: Packages'];
  const { stdout } = await run('apt-get', ['indextargets', ...format]);
  const release = await debianRelease();
  const targets = stdout.split('\n').map((line) => line.split(' '));
  return targets.find(([name]) => name === release)[1];
}
