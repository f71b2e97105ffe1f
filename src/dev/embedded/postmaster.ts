import { execFile, spawn } from 'node:child_process';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ENVIRONMENT, type Cluster } from './cluster.js';
import { freePort } from './free-port.js';
import { unprivileged } from './unprivileged.js';

const POLL_MS = 20;
const STOP_TIMEOUT_MS = 60_000;
const START_ATTEMPTS = 20;
const START_RETRY_MS = 250;
const LOG_LINES = 12;

/** Another process took the port in between, or sessions of a killed PostgreSQL have not ended yet. */
const TRANSIENT = /Address already in use|is still in use/;

/** PostgreSQL's own settings, by their names. */
export type ServerSettings = Record<string, string | number>;

/** For a small machine that does other work too. Loopback only, because the path of a Unix socket may be too long. */
const DEFAULTS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** A PostgreSQL server process that starts, runs or stops. */
export interface Postmaster {
  pid: number;
  /** NaN until the server has one. */
  port: number;
  ready: boolean;
}

/** Finds the server process of a cluster, whichever process started it. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await servesCluster(pid, cluster))) return undefined;
  return { pid, port: Number(lines[3] || Number.NaN), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Starts PostgreSQL, which outlives this process. Call it under the start lock, when no server runs on the cluster.
 * @throws with the last lines of PostgreSQL's log.
 */
export async function startPostmaster(
  cluster: Cluster,
  postgres: string,
  settings: ServerSettings,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const failure = await tryToStart(cluster, postgres, settings);
    if (failure === undefined) return;
    if (attempt === START_ATTEMPTS || !TRANSIENT.test(failure)) {
      throw new Error(`PostgreSQL could not start in ${cluster.folder}:\n${failure}`);
    }
    await sleep(START_RETRY_MS);
  }
}

/** Ends all sessions, shuts PostgreSQL down cleanly, and waits until its process has ended. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const running = await findPostmaster(cluster);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  for (const end = Date.now() + STOP_TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
    if ((await findPostmaster(cluster))?.pid !== running.pid) return;
  }
  throw new Error(`PostgreSQL in ${cluster.folder} did not stop within ${STOP_TIMEOUT_MS / 1000} seconds.`);
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid');
}

/** The pid file of a killed PostgreSQL stays, and another program may have its process id by now. */
async function servesCluster(pid: number, cluster: Cluster): Promise<boolean> {
  const command = await commandOf(pid).catch(() => undefined);
  return command?.includes(cluster.data) ?? isAlive(pid);
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8');
  return (await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;
}

/** @returns why it failed, or undefined when PostgreSQL is ready. */
async function tryToStart(
  cluster: Cluster,
  postgres: string,
  settings: ServerSettings,
): Promise<string | undefined> {
  // The pid file of a killed PostgreSQL may name the process of another program, and PostgreSQL would wait for that.
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
    // In a separate session: Ctrl-C on the terminal is for this program, which then shuts PostgreSQL down cleanly.
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
    while (failure === undefined && !(await findPostmaster(cluster))?.ready) await sleep(POLL_MS);
    return failure === undefined ? undefined : failure + (await lastLines(cluster.log));
  } finally {
    await log.close();
  }
}

async function lastLines(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.slice(-LOG_LINES).join('\n');
}
