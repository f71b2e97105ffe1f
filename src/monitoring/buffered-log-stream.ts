import { pino } from 'pino';

/** Size of the buffer. Each write wakes another thread, which costs more than copying many lines. */
const BUFFER_BYTES = 64 * 1024;
/** Milliseconds after which buffered lines are written. */
const FLUSH_INTERVAL_MS = 100;
const MAX_BYTES_PER_CHARACTER = 3;
/** Characters that are kept for a slow reader. Further lines are dropped, so that memory is bounded. */
const MAX_PENDING_LENGTH = 8 * 1024 * 1024;
/** Attempts, ten a second, to write to a reader that does not read when the process ends. */
const FINAL_ATTEMPTS = 2;

/**
 * Buffers lines for standard output: under load, writing each of them separately would cost more than formatting it. The
 * buffer holds bytes, because the garbage collector would move strings about.
 */
export class BufferedLogStream {
  private attemptsLeft = Infinity;
  private readonly out = pino.destination({
    dest: 1,
    sync: false,
    maxLength: MAX_PENDING_LENGTH,
    retryEAGAIN: () => this.attemptsLeft-- > 0,
  });
  private readonly buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  private length = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    process.prependOnceListener('exit', () => this.end());
  }

  write(line: string): void {
    this.add(line, line.length * MAX_BYTES_PER_CHARACTER, 'utf8');
  }

  /** As `write`, for a line that is ASCII only, in less than half of the time. */
  writeAscii(line: string): void {
    this.add(line, line.length, 'latin1');
  }

  flushSync(): void {
    this.flush();
    this.out.flushSync();
  }

  private end(): void {
    this.attemptsLeft = FINAL_ATTEMPTS;
    try {
      this.flushSync();
    } catch {
      // The process ends, whether or not the lines were read.
      this.out.destroy();
    }
  }

  private add(line: string, maxBytes: number, encoding: 'utf8' | 'latin1'): void {
    if (maxBytes > BUFFER_BYTES - this.length) this.flush();
    if (maxBytes > BUFFER_BYTES) this.out.write(line);
    else this.length += this.buffer.write(line, this.length, encoding);
    this.timer ??= setTimeout(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.length === 0) return;
    this.out.write(this.buffer.toString('utf8', 0, this.length));
    this.length = 0;
  }
}
