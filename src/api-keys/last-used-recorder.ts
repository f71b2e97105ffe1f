import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import { FailureLog } from '../database/failure-log.js';
import { type Key } from './api-key-cache.js';

const WRITE_INTERVAL_MS = 1_000;
/** Time between two writes for one key, by all instances together. */
const RESOLUTION_MS = 60_000;
const WRITE = {
  name: 'last use',
  text: `UPDATE api_keys SET last_used_at = used.at
    FROM unnest($1::integer[], $2::timestamptz[]) AS used (id, at)
    WHERE api_keys.id = used.id
      AND (last_used_at IS NULL OR last_used_at <= used.at - interval '${RESOLUTION_MS} ms')`,
};

/**
 * Records when keys were last used, and writes it outside the path of the requests: the first use within a second, then
 * at most once a minute for each key.
 */
@Injectable()
export class LastUsedRecorder implements OnModuleInit, BeforeApplicationShutdown {
  private readonly failures = new FailureLog(new Logger('LastUsedRecorder'));
  private readonly used = new Map<number, number>();
  private readonly written = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  /** @param at milliseconds since 1970. */
  record(key: Key, at: number): void {
    this.used.set(key.id, at);
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS);
    this.timer.unref();
  }

  /** The database closes in a later phase of the shutdown. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Writes what was recorded. Uses are lost when it fails; the next use of a key is recorded a minute later at most. */
  private async write(): Promise<void> {
    const due = [...this.used].filter(([id, at]) => at - (this.written.get(id) ?? 0) >= RESOLUTION_MS);
    if (due.length === 0) return;
    for (const [id, at] of due) {
      this.used.delete(id);
      this.written.set(id, at);
    }
    const values = [due.map(([id]) => id), due.map(([, at]) => new Date(at).toISOString())];
    try {
      await this.database.rows(WRITE, values);
      this.failures.works();
    } catch (error) {
      this.failures.failed(`The last use of keys is not recorded: ${(error as Error).message}`);
    }
  }
}
