/**
 * Builds the image with buildah as `docker/Dockerfile` says, then checks what it holds, and runs it: the server on an
 * empty database, its health check, and commands. The base image is a stand-in (`base-image.mjs`), and containers run in
 * a chroot with the network of this machine: limits of memory, capabilities and a read-only root are not checked.
 */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEmbeddedDatabase } from '../dist/dev/embedded/embedded-database.js';
import { baseOfImage } from '../scripts/node-binary.mjs';
import { makeBaseImage } from './base-image.mjs';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
const IMAGE = 'localhost/affiliate-program-directory';
const PORT = '39451';
/** Another address than 127.0.0.1, which the health check has to find. */
const HOST = '127.0.0.2';
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 15_000;

const folder = await mkdtemp(join(tmpdir(), 'directory-image-'));
try {
  const started = performance.now();
  await inFolder('base', (base) => makeBaseImage(buildah, baseOfImage(), base));
  await buildah(
    'build',
    '--format',
    'docker',
    '--pull-never',
    '--tag',
    IMAGE,
    '--file',
    'docker/Dockerfile',
    '.',
  );
  const container = await buildah('from', '--pull-never', IMAGE);
  checkFiles(await buildah('mount', container));
  await inFolder('database', (database) => serve(container, database));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`The image was built and run in ${seconds} s: it serves, is healthy, and stops on SIGTERM.`);
} finally {
  await buildah('rm', '--all');
  await buildah('rmi', '--all', '--force');
  await rm(folder, { recursive: true, force: true });
}

async function inFolder(name, work) {
  await mkdir(join(folder, name));
  await work(join(folder, name));
}

/** @returns what it printed. @throws with what it wrote to standard error. */
async function buildah(command, ...args) {
  const { stdout } = await promisify(execFile)('buildah', buildahArguments(command, ...args), {
    cwd: CHECKOUT,
    maxBuffer: Infinity,
  });
  return stdout.trim();
}

/** Images and containers are kept in the folder of this run. */
function buildahArguments(command, ...args) {
  const isolated = ['run', 'build'].includes(command) ? ['--isolation', 'chroot'] : [];
  return ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), command, ...isolated, ...args];
}

/** @throws when the image holds something else than the program, or a package that only development needs. */
function checkFiles(root) {
  const expected = ['dist', 'health-check.mjs', 'node_modules', 'package.json'];
  const found = readdirSync(join(root, 'app')).sort();
  must(found.join() === expected.join(), `/app holds ${found.join(', ')} instead of ${expected.join(', ')}`);
  must(!readdirSync(join(root, 'app/dist')).includes('dev'), '/app/dist holds what only development needs');
  const { packages } = JSON.parse(readFileSync(join(CHECKOUT, 'package-lock.json'), 'utf8'));
  const installed = JSON.parse(
    readFileSync(join(root, 'app/node_modules/.package-lock.json'), 'utf8'),
  ).packages;
  const needless = Object.keys(installed).filter((path) => packages[path]?.dev);
  must(needless.length === 0, `packages that only development needs are installed: ${needless.join(', ')}`);
}

/** Runs the image's command on an empty database, and uses it as an operator and a client would. */
async function serve(container, dataFolder) {
  const config = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)).Docker.config;
  const database = await openEmbeddedDatabase(dataFolder, () => undefined);
  const settings = { PORT, HOST, TRUST_PROXY: '127.0.0.1', DATABASE_URL: database.url };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const inContainer = (...command) => buildah('run', ...environment, container, '--', ...command);
  const running = buildahArguments('run', ...environment, container, '--', ...config.Cmd);
  const server = spawn('buildah', running, { stdio: ['ignore', 'inherit', 'inherit'] });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  try {
    must((await inContainer('id', '--user')) === '1000', 'the container should not run as root');
    const isWritable = await succeeds(inContainer('touch', '/app/written'));
    must(!isWritable, 'the program should not be able to write to its own folder');
    const [, ...healthCheck] = config.Healthcheck.Test;
    for (const check of [healthCheck, [...healthCheck.slice(0, -1), 'ready']])
      await until(() => succeeds(inContainer(...check)), START_LIMIT_MS, `${check.join(' ')} failed`);
    const command = (...args) => inContainer('node', 'dist/cli/directory.js', ...args, '--json');
    const { key } = JSON.parse(
      await command('keys', 'create', '--holder', 'Image check', '--plan', 'enterprise'),
    );
    const response = await fetch(`http://${HOST}:${PORT}/api/v1/programs`, {
      headers: { 'x-api-key': key, 'x-forwarded-proto': 'https' },
    });
    must(response.status === 200, `GET /api/v1/programs answered ${response.status}`);
    must(
      JSON.parse(await command('status')).programs !== undefined,
      'directory status should count programs',
    );
    // Not to buildah, which would end before the program in its container.
    process.kill(lastDescendant(server.pid), 'SIGTERM');
    const code = await Promise.race([exited, pause(STOP_LIMIT_MS, 'none', { ref: false })]);
    must(code === 0, `after SIGTERM the server should exit with 0, not ${code}`);
  } finally {
    if (server.exitCode === null) process.kill(lastDescendant(server.pid), 'SIGKILL');
    await exited;
    await database.close();
  }
}

/** The process that a process runs through others, each of which runs nothing else. */
function lastDescendant(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const [child] = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return child ? lastDescendant(Number(child)) : pid;
}

function succeeds(running) {
  return running.then(
    () => true,
    () => false,
  );
}

async function until(isTrue, limitMs, message) {
  for (const end = performance.now() + limitMs; !(await isTrue()); await pause(200))
    must(performance.now() < end, message);
}

function must(isTrue, message) {
  if (!isTrue) throw new Error(message);
}
