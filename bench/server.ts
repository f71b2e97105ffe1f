import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, ask } from './load/ask.js';
import { type Directory } from './directory/directory.js';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;
/** Arguments of Node.js for a program in TypeScript. */
export const TYPESCRIPT = ['--import', '@swc-node/register/esm-register'];

/** A server under measurement, in a separate process. */
export interface Server {
  name: string;
  origin: string;
  pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  startedWithin: number;
}

type Environment = Record<string, string>;

/** What is started, and with which settings. */
export interface Program {
  name: string;
  args: string[];
  environment: Environment;
}

/** The product as it runs in production, with TLS terminated by a proxy. */
export function product(directory: Directory, environment: Environment = {}): Program {
  return {
    name: 'product',
    args: ['dist/main.js'],
    environment: { ...environment, DATABASE_URL: directory.url, HTTPS_ONLY: 'off' },
  };
}

export function peer(name: 'fastify-pg' | 'nest-typeorm' | 'bare-http', environment: Environment): Program {
  return { name, args: [...TYPESCRIPT, `bench/peers/${name}.ts`], environment };
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill()));

/** Runs servers for as long as `action` takes. They are ready when `probe` gets no error. */
export async function withServers<T>(
  programs: readonly Program[],
  probe: Ask,
  action: (servers: Server[]) => Promise<T>,
): Promise<T> {
  const children: ChildProcess[] = [];
  try {
    const servers: Server[] = [];
    for (const program of programs) servers.push(await start(program, probe, children));
    return await action(servers);
  } finally {
    await Promise.all(children.map(stop));
  }
}

async function start(
  { name, args, environment }: Program,
  probe: Ask,
  children: ChildProcess[],
): Promise<Server> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    },
  });
  children.push(child);
  running.add(child);
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin, probe))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
    if (performance.now() - begun > READY_WITHIN_MS) throw new Error(`${name} does not answer.`);
    await sleep(5);
  }
  return { name, origin, pid: child.pid!, startedWithin: performance.now() - begun };
}

async function answers(origin: string, probe: Ask): Promise<boolean> {
  try {
    return (await ask(origin, probe)).status < 400;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(timer);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
