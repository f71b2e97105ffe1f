import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryClient, DirectoryError, type Program } from '../../../clients/typescript/src/index.js';
import { must } from '../scenario.js';
import { type Instance } from '../servers/instance.js';
import { Tally } from './tally.js';

const EVERY_MS = 50;

/** A copy of the programs that a client keeps while things break, by one sync after another. */
export class KeptCopy {
  readonly tally = new Tally();
  private readonly client: DirectoryClient;
  private readonly programs = new Map<number, Program>();
  private place: string | undefined;
  private stopped = false;
  private readonly running: Promise<void>;

  constructor(instance: Instance, key: string) {
    const baseUrl = `http://127.0.0.1:${instance.port}`;
    this.client = new DirectoryClient({ baseUrl, apiKey: key, retries: 0 });
    this.running = this.run();
    // `stop` reports it.
    this.running.catch(() => undefined);
  }

  /** The syncs that succeeded. */
  get syncs(): number {
    return this.tally.statuses['200'] ?? 0;
  }

  /** @throws when the copy does not become equal to the list. Nothing may be written any more. */
  async stop(): Promise<void> {
    this.end();
    await this.running;
    // What was committed last is seen within a second.
    await pause(1000);
    await this.sync();
    const listed: Program[] = [];
    for await (const program of this.client.programs()) listed.push(program);
    const copy = [...this.programs.values()].sort((one, other) => one.id - other.id);
    must(listed.length > 0, 'there should be programs');
    must(JSON.stringify(copy) === JSON.stringify(listed), `the copy differs: ${difference(copy, listed)}`);
  }

  /** Sends no further syncs. */
  end(): void {
    this.stopped = true;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      await this.sync();
      await pause(EVERY_MS);
    }
  }

  private async sync(): Promise<void> {
    const sentAt = performance.now();
    const status = await this.statusOfSync();
    const ms = performance.now() - sentAt;
    this.tally.add({ request: 'sync', status, sentAt, ms, wrong: ![0, 200, 503].includes(status) });
  }

  private async statusOfSync(): Promise<number> {
    try {
      this.place = (await this.client.sync(this.programs, this.place)).place;
      return 200;
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      return error.status ?? 0;
    }
  }
}

function difference(copy: readonly Program[], listed: readonly Program[]): string {
  const texts = new Set(listed.map((program) => JSON.stringify(program)));
  const extra = copy.filter((program) => !texts.has(JSON.stringify(program))).length;
  return `${copy.length} programs, of which ${extra} are not among the ${listed.length} listed`;
}
