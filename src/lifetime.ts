import { pinNextTickShape } from './pin-next-tick.js';

type Close = () => Promise<unknown>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes on a Ctrl-C that the terminal has sent already: what comes so soon is not meant as a second one. */
const ECHO_MS = 500;
/** What a second signal leaves for stopping in good order. */
const HASTE_MS = 2_000;

/** What this process has opened, to be closed in the opposite order when it ends. */
export class Lifetime {
  private readonly closes: Close[] = [];
  private readonly ending = new AbortController();
  private readonly hurrying = new AbortController();
  private endsSince = 0;

  /** Seconds from the signal to the end, whatever is still going on then. */
  patience = 10;

  /** Runs `start` until a signal comes. When it fails, the process ends with its message and code 1. */
  static async run(start: (lifetime: Lifetime) => Promise<void>): Promise<void> {
    pinNextTickShape();
    const lifetime = new Lifetime();
    // The terminal may be gone before the process is.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    const starting = start(lifetime);
    for (const signal of SIGNALS) process.on(signal, () => void lifetime.end(starting));
    try {
      await starting;
    } catch (error) {
      // A start that is interrupted may fail in any way.
      if (lifetime.ends.aborted) return;
      fail(error);
      await lifetime.end(starting);
      // What a start has half opened is known to nobody, and would keep the process.
      process.exit();
    }
  }

  /** Aborted when the process is to end. */
  get ends(): AbortSignal {
    return this.ending.signal;
  }

  /** Aborted when it is to end at once. */
  get hurries(): AbortSignal {
    return this.hurrying.signal;
  }

  /** @throws when the process is to end meanwhile: nothing more may be opened. */
  onEnd(close: Close): void {
    this.closes.push(close);
    this.ends.throwIfAborted();
  }

  private async end(starting: Promise<void>): Promise<void> {
    if (this.ends.aborted) return this.hurry();
    this.endsSince = performance.now();
    this.ending.abort();
    exitAfter(this.patience * 1000);
    // What is starting stops at its next step, and only then is known whole.
    await starting.catch(() => undefined);
    await this.close();
  }

  private hurry(): void {
    if (performance.now() - this.endsSince < ECHO_MS) return;
    this.hurrying.abort();
    exitAfter(HASTE_MS);
  }

  private async close(): Promise<void> {
    for (const close of this.closes.reverse()) await close().catch(fail);
  }
}

function fail(error: unknown): void {
  process.exitCode = 1;
  console.error((error as Error).message);
}

function exitAfter(ms: number): void {
  setTimeout(() => process.exit(1), ms).unref();
}
