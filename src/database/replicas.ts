import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnModuleInit,
} from '@nestjs/common';
import { Pool } from 'pg';
import { CONFIG, type Config } from '../config/config.js';
import { DirectoryWatch } from './directory-watch.js';
import { Replica } from './replica.js';
import { connectionOptions, requestPool, STUCK_MS } from './connection-options.js';
import { destroyStuckConnections } from './stuck-connections.js';

const ASK_EVERY_MS = 250;

/** The streaming replicas, and which of them have the directory as it is now. */
@Injectable()
export class Replicas implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger('Replicas');
  private readonly replicas: Replica[];
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly watch: DirectoryWatch,
  ) {
    this.replicas = config.replicaUrls.map((url) => {
      const pool = new Pool({ ...requestPool(config.databasePool), ...connectionOptions(url) });
      destroyStuckConnections(pool, STUCK_MS);
      return new Replica(new URL(url).host, pool, (state) =>
        this.log.log(`${new URL(url).host} is ${state}`),
      );
    });
  }

  /** Each in its turn, those that are down, behind or ahead passed over; undefined where no one is left. */
  next(): Replica | undefined {
    const { directoryVersion } = this.watch;
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.turn++ % this.replicas.length]!;
      // One that is ahead follows another history, such as that before the primary was restored.
      if (directoryVersion !== undefined && replica.version === directoryVersion) return replica;
    }
    return undefined;
  }

  /** How each stands: commits that it is behind, undefined while it does not answer. */
  get lags(): { host: string; behind: number | undefined }[] {
    const version = this.watch.directoryVersion ?? 0;
    return this.replicas.map(({ host, version: its }) => ({
      host,
      behind: its === undefined ? undefined : Math.max(0, version - its),
    }));
  }

  onModuleInit(): void {
    if (this.replicas.length === 0) return;
    const ask = () => this.replicas.forEach((replica) => void replica.ask());
    ask();
    this.timer = setInterval(ask, ASK_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.map((replica) => replica.pool.end()));
  }
}
