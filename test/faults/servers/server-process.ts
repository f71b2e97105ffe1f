import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const running = new Set<ChildProcess>();
// Also one whose start failed, which nothing else ends.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** The process of a server, and its output. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private written = '';

  /** Resolves with the exit code, null when a signal ended it. */
  readonly exited: Promise<number | null>;

  constructor(command: string[], environment: NodeJS.ProcessEnv = {}, cwd = '/') {
    const [file, ...args] = command as [string, ...string[]];
    this.child = spawn(file, args, { env: environment, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.written += text));
    running.add(this.child);
    this.child.once('exit', () => running.delete(this.child));
    this.exited = new Promise((resolve, reject) => this.child.once('exit', resolve).once('error', reject));
  }

  /** Whether its output is read. */
  set isRead(read: boolean) {
    for (const stream of [this.child.stdout!, this.child.stderr!]) stream[read ? 'resume' : 'pause']();
  }

  get output(): string {
    return this.written;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends a signal to the process and to its child processes. */
  signalAll(signal: NodeJS.Signals): void {
    for (const pid of [this.child.pid!, ...childrenOf(this.child.pid!)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // It has just ended, as a session of PostgreSQL does with its connection.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** The command lines of its child processes. */
  get children(): string[] {
    return childrenOf(this.child.pid!).map(commandLine);
  }

  /** Ends it, also when it is stopped. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGCONT');
    this.child.kill(signal);
    await this.exited;
  }

  /** Resident memory in bytes. */
  get memory(): number {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))!;
    return Number(kilobytes) * 1024;
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has just ended.
    return '';
  }
}
