import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Server } from '../server.js';
import { type Ask } from './ask.js';
import { type Load } from './drive.js';
import { processorSeconds } from './process-usage.js';

const SCRIPT = new URL('wrk.lua', import.meta.url).pathname;

/** What `wrk.lua` prints. */
interface Summary {
  requests: number;
  seconds: number;
  /** Answers with a status of 400 or more, connections that failed, and requests that got no answer in time. */
  refused: number;
  /** Milliseconds. */
  p99: number;
}

/**
 * Asks with wrk, a client in C that takes less of the processor than one in Node.js. All connections take the next of
 * `asks` in turn; these have the same header fields, and no body.
 * @throws when wrk is not installed.
 */
export async function pressWithWrk(
  server: Server,
  asks: readonly Ask[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-wrk-'));
  try {
    const targets = join(folder, 'targets');
    await writeFile(targets, asks.map(({ target }) => `${target}\n`).join(''));
    const headers = Object.entries(asks[0]!.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, ...headers];
    const before = processorSeconds(server.pid);
    const { stdout } = await promisify(execFile)('wrk', [...options, server.origin, '--', targets]);
    const summary = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Summary;
    return {
      requests: summary.requests,
      perSecond: (summary.requests - summary.refused) / summary.seconds,
      processorMicros: ((processorSeconds(server.pid) - before) / summary.requests) * 1e6,
      p99: summary.p99,
      refused: summary.refused,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
