import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RateLimiter } from '../api-keys/rate-limiter.js';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { Replicas } from '../database/replicas.js';
import { PageCache } from '../http/page-cache.js';
import { ConcurrencyLimiter } from '../http/concurrency-limiter.js';
import { ImportFigures } from './import-figures.js';
import { Metrics } from './metrics.js';

/** Gauges of the parts of the program, read at each scrape. */
@Injectable()
export class Gauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
    private readonly replicas: Replicas,
    private readonly limiter: ConcurrencyLimiter,
    private readonly pages: PageCache,
    private readonly rateLimiter: RateLimiter,
    private readonly imports: ImportFigures,
  ) {}

  onModuleInit(): void {
    this.gauge('directory_version', 'Version of the directory that this instance knows.', () => [
      [{}, this.watch.directory?.version],
    ]);
    this.gauge('directory_listening', '1 while this instance is notified of changes.', () => [
      [{}, Number(this.watch.listening)],
    ]);
    this.gauge('directory_database_ready', '1 once the database was reached and is migrated.', () => [
      [{}, Number(this.database.ready)],
    ]);
    this.gauge('directory_database_connections', 'Connections of the pool by state.', () =>
      Object.entries(this.database.connections).map(([state, count]) => [{ state }, count]),
    );
    this.gauge(
      'directory_replica_behind',
      'Commits that a replica is behind; absent while it does not respond.',
      () => this.replicas.lags.map(({ host, behind }) => [{ replica: host }, behind]),
    );
    this.gauge('directory_replica_up', '1 while a replica responds.', () =>
      this.replicas.lags.map(({ host, behind }) => [{ replica: host }, Number(behind !== undefined)]),
    );
    this.gauge('directory_requests_active', 'Requests that Express and Nest handle.', () => [
      [{}, this.limiter.count],
    ]);
    this.gauge('directory_page_cache_pages', 'Cached pages.', () => [[{}, this.pages.usage.pages]]);
    this.gauge('directory_page_cache_bytes', 'Bytes of the cached pages.', () => [
      [{}, this.pages.usage.bytes],
    ]);
    this.gauge(
      'directory_rate_limits_shared',
      '1 while Redis counts for all instances, 0 while it is unavailable.',
      () => [[{}, this.rateLimiter.shared === undefined ? undefined : Number(this.rateLimiter.shared)]],
    );
    this.gauge('directory_imports', 'Imports by their outcome.', async () =>
      (await this.imports.outcomes()).map(({ subject, outcome, count }) => [{ subject, outcome }, count]),
    );
    this.gauge(
      'directory_last_sync_age_seconds',
      'Time since the last successful import of a network, for the live networks with the oldest ones.',
      async () => (await this.imports.oldestSyncs()).map(({ network, seconds }) => [{ network }, seconds]),
    );
  }

  private gauge(name: string, help: string, read: () => Reading[] | Promise<Reading[]>): void {
    const labelNames = ['state', 'replica', 'subject', 'outcome', 'network'];
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.metrics.registry],
      collect: async () => {
        gauge.reset();
        for (const [labels, value] of await read()) if (value !== undefined) gauge.set(labels, value);
      },
    });
  }
}

type Reading = [labels: Record<string, string>, value: number | undefined];
