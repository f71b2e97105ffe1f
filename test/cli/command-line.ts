import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { runCommand } from '../../src/cli/run-command.js';

const DIRECTORY = fileURLToPath(new URL('../../src/cli/directory.ts', import.meta.url));

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
  const options = ['--import', '@swc-node/register/esm-register', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...options, DIRECTORY, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
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
