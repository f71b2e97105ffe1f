import { setTimeout as pause } from 'node:timers/promises';
import { type Postgres } from '../servers/postgres.js';
import { type SampleRequest } from './sample-request.js';

const EVERY_MS = 50;
/** The time within which every instance must see a commit. */
const SEEN_MS = 1_000;

/** Commits changes continuously, and checks that responses include those that are older than a second. */
export class Commits {
  private readonly versions: { number: number; at: number }[] = [];
  private stopped = false;
  private readonly running: Promise<void>;

  constructor(private readonly primary: Postgres) {
    this.running = this.run();
    // `end` reports it.
    this.running.catch(() => undefined);
  }

  get count(): number {
    return this.versions.length;
  }

  /** A request for a list that each commit changes. */
  request(key: string): SampleRequest {
    return {
      name: 'changing',
      method: 'GET',
      path: '/networks?sort=-updatedAt',
      headers: { 'x-api-key': key },
      status: 200,
      isRight: ({ headers }, sentAt) => Number(headers['directory-version']) >= this.versionDue(sentAt),
    };
  }

  async end(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** The version that was committed a second before. */
  private versionDue(moment: number): number {
    return this.versions.findLast(({ at }) => at < moment - SEEN_MS)?.number ?? 0;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      await this.primary.sql('UPDATE networks SET updated_at = clock_timestamp() WHERE id = 1');
      const at = performance.now();
      const [row] = await this.primary.sql<{ number: string }>(
        `SELECT number FROM versions WHERE subject = 'directory'`,
      );
      this.versions.push({ number: Number(row!.number), at });
      await pause(EVERY_MS);
    }
  }
}
