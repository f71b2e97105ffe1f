import { spawn } from 'node:child_process';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT, type Cluster } from './cluster.js';
import { freePort } from './free-port.js';
import { findPostmaster, pidFile } from './postmaster.js';
import { DEFAULTS, type Settings } from './settings.js';
import { unprivileged } from './unprivileged.js';

const LOOK_MS = 10;
const ATTEMPTS = 20;
const ATTEMPT_MS = 250;
const LOG_LINES = 12;

/** Another took the port meanwhile, or sessions of a PostgreSQL that was killed are not quite gone. */
const PASSING = /Address already in use|is still in use/;

/**
 * Starts PostgreSQL, which outlives this process. To be called under the start lock, when none is at work.
 * @throws with the last lines of PostgreSQL's log.
 */
export async function startPostmaster(cluster: Cluster, postgres: string, settings: Settings): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const failure = await tryToStart(cluster, postgres, settings);
    if (failure === undefined) return;
    if (attempt === ATTEMPTS || !PASSING.test(failure)) {
      throw new Error(`PostgreSQL could not start in ${cluster.folder}:\n${failure}`);
    }
    await sleep(ATTEMPT_MS);
  }
}

/** @returns why it failed, or undefined when PostgreSQL is ready. */
async function tryToStart(
  cluster: Cluster,
  postgres: string,
  settings: Settings,
): Promise<string | undefined> {
  // A file left by one that was killed may name the process of another program, which PostgreSQL would wait for.
  await rm(pidFile(cluster), { force: true });
  const port = await freePort(Number(await readFile(cluster.portFile, 'utf8').catch(() => 0)));
  await writeFile(cluster.portFile, String(port));
  await rename(cluster.log, `${cluster.log}.old`).catch(() => undefined);

  const [command, ...args] = [
    ...(await unprivileged(cluster.folder)),
    postgres,
    ...['-D', cluster.data, '-p', String(port)],
    ...Object.entries({ ...DEFAULTS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ] as [string, ...string[]];
  const log = await open(cluster.log, 'w', 0o600);
  try {
    // A session of its own: Ctrl-C on the terminal is for this program, which then stops PostgreSQL in good order.
    const child = spawn(command, args, {
      env: ENVIRONMENT,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let failure: string | undefined;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', () => (failure ??= ''));
    child.unref();
    while (failure === undefined && !(await findPostmaster(cluster))?.ready) await sleep(LOOK_MS);
    return failure === undefined ? undefined : failure + (await lastLines(cluster.log));
  } finally {
    await log.close();
  }
}

async function lastLines(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.slice(-LOG_LINES).join('\n');
}
