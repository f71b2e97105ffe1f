import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { DirectoryWatch } from './directory-watch.js';
import { Replica } from './replica.js';
import { FailureLog } from './failure-log.js';
import { RequestPool } from './request-pool.js';

const ASK_EVERY_MS = 250;

/** The streaming replicas, and which of them have the current directory. */
@Injectable()
export class Replicas implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Replicas');
  private readonly replicas: Replica[];
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly watch: DirectoryWatch,
  ) {
    this.replicas = config.replicaUrls.map((url) => {
      const { host } = new URL(url);
      const failures = new FailureLog(this.log);
      const pool = new RequestPool(url, config.databasePool, ({ message }, open) =>
        failures.failed(`Replica ${host} refuses more than ${open} connections: ${message}`),
      );
      return new Replica(host, pool, failures);
    });
  }

  /** Returns the next replica in rotation that is neither down, behind nor ahead; undefined where there is none. */
  next(): Replica | undefined {
    const { directoryVersion } = this.watch;
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.turn++ % this.replicas.length]!;
      // A replica that is ahead follows another history, such as that before the primary was restored.
      if (directoryVersion !== undefined && replica.version === directoryVersion) return replica;
    }
    return undefined;
  }

  /** The number of commits that each replica is behind; undefined while it does not respond. */
  get lags(): { host: string; behind: number | undefined }[] {
    const version = this.watch.directoryVersion ?? 0;
    return this.replicas.map(({ host, version: replicaVersion }) => ({
      host,
      behind: replicaVersion === undefined ? undefined : Math.max(0, version - replicaVersion),
    }));
  }

  onModuleInit(): void {
    if (this.replicas.length === 0) return;
    const ask = () => this.replicas.forEach((replica) => void replica.ask());
    ask();
    this.timer = setInterval(ask, ASK_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.map((replica) => replica.pool.end()));
  }
}
