import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Prints progress to standard error: standard output belongs to the program. */
export function log(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a program in the checkout, and passes on the signals that this process gets.
 * @returns its exit code. If a signal ended it, this process ends by the same.
 */
export function run(command, args, { stdio = ['ignore', 2, 2], onMessage = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const passOn = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, passOn);
    child.on('message', onMessage);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      if (signal) process.kill(process.pid, signal);
      else resolve(code);
    });
  });
}
