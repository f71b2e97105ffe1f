import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Key } from './key.js';

const LOOK_EVERY_MS = 1_000;
/** Time between two writes for one key, whichever instances write. */
const REST_MS = 60_000;
const WRITE = {
  name: 'last use',
  text: `UPDATE api_keys SET last_used_at = used.at
    FROM unnest($1::integer[], $2::timestamptz[]) AS used (id, at)
    WHERE api_keys.id = used.id
      AND (last_used_at IS NULL OR last_used_at <= used.at - interval '${REST_MS} ms')`,
};

/**
 * Remembers when keys were used, and writes it down off the path of the requests: the first use at once, and then at
 * most once a minute for each key.
 */
@Injectable()
export class LastUsedRecorder implements OnModuleInit, BeforeApplicationShutdown {
  private readonly used = new Map<number, number>();
  private readonly written = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  /** @param at milliseconds since 1970. */
  record(key: Key, at: number): void {
    this.used.set(key.id, at);
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Loses nothing but the minute when the database is out of reach: the next use is noted again. */
  private async write(): Promise<void> {
    const due = [...this.used].filter(([id, at]) => at - (this.written.get(id) ?? 0) >= REST_MS);
    if (due.length === 0) return;
    for (const [id, at] of due) {
      this.used.delete(id);
      this.written.set(id, at);
    }
    const values = [due.map(([id]) => id), due.map(([, at]) => new Date(at).toISOString())];
    await this.database.rows(WRITE, values).catch(() => undefined);
  }
}
