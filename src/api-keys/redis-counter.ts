import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { FailureLog } from '../database/failure-log.js';

/** Milliseconds in which Redis must respond. */
const COMMAND_TIMEOUT_MS = 250;

/** The connection to the Redis in which all instances count. Redis may become unavailable, hang, and come back. */
export class RedisCounter {
  readonly redis: Redis;
  private readonly log = new Logger('RateLimits');
  private readonly failures = new FailureLog(this.log);
  private available = false;
  private closing = false;
  private cause = 'the connection was closed';

  constructor(url: string) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: 1000,
      // A Redis that hangs does not acknowledge a disconnect.
      disconnectTimeout: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
    });
    this.redis.on('ready', () => this.recordAvailable());
    this.redis.on('error', (error: Error) => (this.cause = error.message));
    this.redis.on('close', () => this.recordUnavailable());
  }

  get isAvailable(): boolean {
    return this.available;
  }

  /** Reconnects after a command failed, so that only few requests wait for a Redis that hangs. */
  renew(): void {
    if (!this.available) return;
    this.cause = `it did not respond within ${COMMAND_TIMEOUT_MS} ms`;
    this.recordUnavailable();
    this.redis.disconnect(true);
  }

  close(): void {
    this.closing = true;
    this.redis.disconnect();
  }

  private recordAvailable(): void {
    this.available = true;
    this.cause = 'the connection was closed';
    this.failures.works();
    this.log.log('Requests are counted in Redis, for all instances together');
  }

  private recordUnavailable(): void {
    this.available = false;
    if (!this.closing)
      this.failures.failed(`Redis is unavailable, so requests are counted in memory: ${this.cause}`);
  }
}
