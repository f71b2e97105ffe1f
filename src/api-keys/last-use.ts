import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Key } from './key.js';

const WRITE_EVERY_MS = 60_000;
const WRITE = {
  name: 'last use',
  text: `UPDATE api_keys SET last_used_at = greatest(last_used_at, used.at)
    FROM unnest($1::integer[], $2::timestamptz[]) AS used (id, at)
    WHERE api_keys.id = used.id`,
};

/** Remembers when keys were used, and writes it down once a minute, off the path of the requests. */
@Injectable()
export class LastUse implements OnModuleInit, BeforeApplicationShutdown {
  private readonly used = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  note(key: Key): void {
    this.used.set(key.id, Date.now());
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Loses nothing but the minute when the database is out of reach: the next use is noted again. */
  private async write(): Promise<void> {
    if (this.used.size === 0) return;
    const ids = [...this.used.keys()];
    const times = [...this.used.values()].map((time) => new Date(time).toISOString());
    this.used.clear();
    await this.database.rows(WRITE, [ids, times]).catch(() => undefined);
  }
}
