import { type WriteStream } from 'node:tty';
import { type ImportProgress } from '../importing/import-options.js';

const REDRAW_MS = 100;
const CLEAR = '\r\x1b[K';

/** Shows the progress of an import in one line of a terminal; nothing where standard error is no terminal. */
export class ProgressLine {
  private readonly started = performance.now();
  private drawnAt = -Infinity;
  private phase = '';
  private line = '';

  constructor(private readonly terminal: WriteStream) {}

  show({ phase, rows }: ImportProgress): void {
    const now = performance.now();
    if (!this.terminal.isTTY || (phase === this.phase && now - this.drawnAt < REDRAW_MS)) return;
    const rate = Math.round((rows * 1000) / Math.max(1, now - this.started));
    this.phase = phase;
    this.drawnAt = now;
    this.line = `${phase}: ${rows.toLocaleString('en')} rows, ${rate.toLocaleString('en')}/s`;
    this.terminal.write(CLEAR + this.line);
  }

  /** Writes a permanent line above the progress line. */
  above(text: string): void {
    this.terminal.write(this.line === '' ? `${text}\n` : `${CLEAR}${text}\n${this.line}`);
  }

  end(): void {
    if (this.line !== '') this.terminal.write(CLEAR);
    this.line = '';
  }
}
