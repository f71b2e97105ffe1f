import { pino } from 'pino';

/** Bytes that are handed on together. */
const BLOCK = 16 * 1024;
/** Milliseconds that a line waits for others. */
const WAIT_MS = 100;
/** Bytes that a character of a line can take. */
const WIDEST = 3;

/**
 * Gathers lines for standard output: under load, to write each by itself would cost more than to make it. They wait as
 * bytes, since strings that wait are moved about by the garbage collector.
 */
export class LogBlocks {
  private readonly out = pino.destination({ dest: 1, sync: false });
  private readonly block = Buffer.allocUnsafe(BLOCK);
  private length = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    const most = line.length * WIDEST;
    if (most > BLOCK - this.length) this.flush();
    if (most > BLOCK) this.out.write(line);
    else this.length += this.block.write(line, this.length);
    this.timer ??= setTimeout(() => this.flush(), WAIT_MS).unref();
  }

  flushSync(): void {
    this.flush();
    this.out.flushSync();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.length === 0) return;
    this.out.write(this.block.toString('utf8', 0, this.length));
    this.length = 0;
  }
}
