import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { parsePostgresAddress } from '../config/postgres-address.js';
import { type DirectoryState, type Lists, listVersion } from './directory-state.js';
import { DirectoryWatch } from './directory-watch.js';
import { Replica } from './replica.js';
import { FailureLog } from './failure-log.js';
import { RequestPool } from './request-pool.js';

const POLL_INTERVAL_MS = 250;

/** The streaming replicas, and which of them are up to date. */
@Injectable()
export class Replicas implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Replicas');
  private readonly replicas: Replica[];
  private timer: NodeJS.Timeout | undefined;
  private nextIndex = 0;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly watch: DirectoryWatch,
  ) {
    this.replicas = config.replicaUrls.map((url) => {
      const { host } = new URL(parsePostgresAddress(url).url);
      const failures = new FailureLog(this.log);
      const pool = new RequestPool(url, config.databasePool, ({ message }, open) =>
        failures.failed(`Replica ${host} refuses more than ${open} connections: ${message}`),
      );
      return new Replica(host, pool, failures);
    });
  }

  /** Returns the next replica in rotation that has the lists as they are known to be; undefined where there is none. */
  next(lists: Lists): Replica | undefined {
    const known = this.watch.directory;
    if (known === undefined) return undefined;
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.nextIndex++ % this.replicas.length]!;
      if (replica.directory && isUpToDate(replica.directory, known, lists)) return replica;
    }
    return undefined;
  }

  /** The number of commits that each replica is behind; undefined while it does not respond. */
  get lags(): { host: string; behind: number | undefined }[] {
    const version = this.watch.directory?.version ?? 0;
    return this.replicas.map(({ host, directory }) => ({
      host,
      behind: directory && Math.max(0, version - directory.version),
    }));
  }

  onModuleInit(): void {
    if (this.replicas.length === 0) return;
    const ask = () => this.replicas.forEach((replica) => void replica.ask());
    ask();
    this.timer = setInterval(ask, POLL_INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.map((replica) => replica.pool.end()));
  }
}

/**
 * A replica may be behind as long as the lists have not changed since. One that is ahead follows another history, such as
 * that before the primary was restored.
 */
function isUpToDate(replica: DirectoryState, known: DirectoryState, lists: Lists): boolean {
  return replica.version <= known.version && listVersion(replica, lists) === listVersion(known, lists);
}
