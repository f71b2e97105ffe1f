import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { runCommand } from '../../src/cli/run-command.js';
import { compiled } from '../program/compiled.js';
import { waitFor } from '../program/wait-for.js';

/** What a command printed, and how it ended. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `directory` with some arguments, on one database. */
export async function directory(databaseUrl: string, args: string[]): Promise<Outcome> {
  const before = process.env.DATABASE_URL;
  const stdout = listenTo(process.stdout);
  const stderr = listenTo(process.stderr);
  process.env.DATABASE_URL = databaseUrl;
  try {
    const code = await runCommand(args);
    return { code, stdout: stdout.end(), stderr: stderr.end() };
  } finally {
    stdout.end();
    stderr.end();
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
}

/** The same in a process of its own, as an operator has it. */
export async function directoryProcess(databaseUrl: string, args: string[], input: string): Promise<Outcome> {
  const child = spawn(process.execPath, [compiled('cli/directory'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** The same where standard input never ends, and Ctrl-C comes as soon as `isReached` says. */
export async function interruptedProcess(
  databaseUrl: string,
  args: string[],
  isReached: () => Promise<boolean>,
): Promise<Outcome> {
  const child = spawn(process.execPath, [compiled('cli/directory'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await waitFor(isReached, 20_000);
  child.kill('SIGINT');
  await once(child, 'close');
  const [stdout, stderr] = await said;
  return { code: child.exitCode, stdout, stderr };
}

/** The same where nobody reads what it says, and every write fails. */
export async function unreadProcess(databaseUrl: string, args: string[]): Promise<number | null> {
  const full = await open('/dev/full', 'w');
  try {
    const child = spawn(process.execPath, [compiled('cli/directory'), ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', full.fd, 'pipe'],
    });
    child.stderr?.destroy();
    await once(child, 'close');
    return child.exitCode;
  } finally {
    await full.close();
  }
}

function listenTo(stream: NodeJS.WriteStream): { end: () => string } {
  let written = '';
  const spy = jest.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  return {
    end() {
      spy.mockRestore();
      return written;
    },
  };
}
