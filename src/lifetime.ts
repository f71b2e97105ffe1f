import { limitHeapGrowth, pinNextTickShape } from './v8.js';

type Close = () => Promise<unknown>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm forwards a Ctrl-C that the terminal has sent to the process too. A signal within this time is such a duplicate. */
const DUPLICATE_SIGNAL_MS = 500;
/** Time for a clean shutdown after a second signal. */
const URGENT_TIMEOUT_MS = 2_000;

/** The lifetime of the process: on a signal, closes the resources that it has opened, in reverse order. */
export class Lifetime {
  private readonly closes: Close[] = [];
  private readonly ending = new AbortController();
  private readonly urgency = new AbortController();
  private endsSince = 0;

  /** Seconds after the first signal when the process exits even if resources are still open. */
  timeoutS = 10;

  /** Runs `start` until a signal comes. When it fails, the process ends with its message and code 1. */
  static async run(start: (lifetime: Lifetime) => Promise<void>): Promise<void> {
    pinNextTickShape();
    limitHeapGrowth();
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
      // Resources that a failed start has not registered would keep the process running.
      process.exit();
    }
  }

  /** Aborted when the process must end. */
  get ends(): AbortSignal {
    return this.ending.signal;
  }

  /** Aborted when it must end immediately, after a second signal. */
  get urgent(): AbortSignal {
    return this.urgency.signal;
  }

  /** Registers how to close a resource. @throws when the process must end already: nothing more may be opened. */
  onEnd(close: Close): void {
    this.closes.push(close);
    this.ends.throwIfAborted();
  }

  private async end(starting: Promise<void>): Promise<void> {
    if (this.ends.aborted) return this.endUrgently();
    this.endsSince = performance.now();
    this.ending.abort();
    exitAfter(this.timeoutS * 1000);
    // The start stops at its next step; only then all its resources are registered.
    await starting.catch(() => undefined);
    await this.close();
  }

  private endUrgently(): void {
    if (performance.now() - this.endsSince < DUPLICATE_SIGNAL_MS) return;
    this.urgency.abort();
    exitAfter(URGENT_TIMEOUT_MS);
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
