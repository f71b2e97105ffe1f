import { type Logger } from '@nestjs/common';

/** Time after which a cause that went away and comes back is logged again. */
const REPEAT_MS = 60_000;

/** Logs why something does not work: once, and again only when the cause changes. */
export class FailureLog {
  private last: string | undefined;
  private loggedAt = -Infinity;
  private failing = false;

  constructor(private readonly log: Logger) {}

  /** Logs a warning unless it was the last one. */
  failed(message: string): void {
    const now = performance.now();
    const isNew = message !== this.last || (!this.failing && now - this.loggedAt > REPEAT_MS);
    this.failing = true;
    if (!isNew) return;
    this.last = message;
    this.loggedAt = now;
    this.log.warn(message);
  }

  /** Logs that it works again, if a failure was logged. */
  works(message?: string): void {
    if (this.failing && message !== undefined) this.log.log(message);
    this.failing = false;
  }
}
