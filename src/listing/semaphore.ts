import { DatabaseUnavailable } from '../database/database-unavailable.js';

/** Limits how many tasks run concurrently; the others wait in order, each for a limited time. */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    permits: number,
    private readonly maxWaitMs: number,
  ) {
    this.free = permits;
  }

  /** @throws DatabaseUnavailable when the task has waited too long. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await this.waitForPermit();
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }

  private waitForPermit(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(new DatabaseUnavailable());
      }, this.maxWaitMs);
      this.waiting.push(start);
    });
  }
}
