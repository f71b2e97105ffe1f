import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Milliseconds that Redis has to answer. */
const ANSWER_WITHIN = 250;

/** The Redis in which all instances count together. It may go away, hang, and come back. */
export class RedisCounter {
  readonly redis: Redis;
  private readonly log = new Logger('RateLimits');
  /** Undefined until it is known. */
  private answering: boolean | undefined;
  private closing = false;

  constructor(url: string) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: ANSWER_WITHIN,
      connectTimeout: 1000,
      // One that hangs takes no leave.
      disconnectTimeout: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
    });
    this.redis.on('ready', () => this.note(true));
    this.redis.on('close', () => this.note(false));
    // Each failing command falls back to memory; what matters is logged below.
    this.redis.on('error', () => undefined);
  }

  get isAnswering(): boolean {
    return this.answering === true;
  }

  /** Connects anew after a command that failed, so that only few requests wait for a Redis that hangs. */
  renew(): void {
    if (!this.answering) return;
    this.note(false);
    this.redis.disconnect(true);
  }

  close(): void {
    this.closing = true;
    this.redis.disconnect();
  }

  private note(answering: boolean): void {
    if (answering === this.answering || this.closing) return;
    this.answering = answering;
    if (answering) this.log.log('requests are counted in Redis, for all instances together');
    else this.log.warn('Redis is out: requests are counted in memory');
  }
}
