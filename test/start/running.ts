import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { waitFor } from '../program/wait-for.js';

const PATIENCE_MS = 150_000;

/** How a program ended. */
interface Ended {
  code: number | null;
  out: string;
  errors: string;
  /** Milliseconds from the signal, or from its start. */
  ms: number;
}

/** A program that a person or a supervisor started. */
export interface Running {
  /** What it wrote to standard output up to now. */
  out(): string;
  /** Waits until it has written something of this form. */
  says(form: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal to its whole process group, as a terminal does, unless it has ended. */
  signal(signal: NodeJS.Signals): void;
  /** Waits until it has ended, with all that belongs to its group. */
  ended: Promise<Ended>;
}

export function run(command: string[], folder: string, settings: Record<string, string>): Running {
  const [file, ...args] = command as [string, ...string[]];
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let since = performance.now();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  const errors = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => ({
    code: code as number | null,
    out,
    errors: await errors,
    ms: performance.now() - since,
  }));
  let isOver = false;
  void ended.then(() => (isOver = true));

  return {
    ended,
    out: () => out,
    async says(form) {
      await waitFor(() => Promise.resolve(isOver || form.test(out)), PATIENCE_MS);
      const found = form.exec(out);
      if (!found) throw new Error(`It ended without saying ${form}:\n${out}${await errors}`);
      return found;
    },
    signal(signal) {
      since = performance.now();
      if (!isOver) process.kill(-child.pid!, signal);
    },
  };
}
