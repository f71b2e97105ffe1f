import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Cluster } from './cluster.js';
import { isAlive } from './processes.js';

const LOOK_MS = 20;
const STOP_MS = 60_000;

/** A PostgreSQL that starts, runs or stops. */
export interface Postmaster {
  pid: number;
  /** Not a number as long as it has none. */
  port: number;
  ready: boolean;
}

export function pidFile(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid');
}

/** Finds the PostgreSQL that is at work on a cluster, whoever started it. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await servesCluster(pid, cluster))) return undefined;
  return { pid, port: Number(lines[3] || Number.NaN), ready: lines[7]?.trim() === 'ready' };
}

/** The file outlives a PostgreSQL that was killed, and its process id may be another program's by now. */
async function servesCluster(pid: number, cluster: Cluster): Promise<boolean> {
  const command = await commandOf(pid).catch(() => undefined);
  return command?.includes(cluster.data) ?? isAlive(pid);
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8');
  return (await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;
}

/** Ends all sessions, then PostgreSQL in good order, and waits until it has gone. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const running = await findPostmaster(cluster);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  for (const end = Date.now() + STOP_MS; Date.now() < end; await sleep(LOOK_MS)) {
    if ((await findPostmaster(cluster))?.pid !== running.pid) return;
  }
  throw new Error(`PostgreSQL in ${cluster.folder} did not stop within ${STOP_MS / 1000} seconds.`);
}
