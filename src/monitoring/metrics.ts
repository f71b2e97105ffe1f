import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { plans } from '../config/plans.js';
import { CONFIG, type Config } from '../config/config.js';

/** Upper bounds of the buckets of durations, in seconds. The first ones are for cached pages. */
const BUCKETS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The labels of a response. Each has few values: a route is a pattern, and no label contains a key. */
export interface ResponseLabels {
  method: string;
  route: string;
  status: number;
  plan: string;
  source: string;
}

/** The metrics: numbers and durations of responses, and the registry of all others. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly durations: Histogram<keyof ResponseLabels>;
  private readonly rateLimited: Counter<'plan'>;
  private readonly rejections: Counter<'status'>;
  /** False without a management port, which serves the metrics. */
  readonly enabled: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    const registers = [this.registry];
    this.enabled = config.managementPort !== undefined;
    if (this.enabled) collectDefaultMetrics({ register: this.registry });
    this.durations = new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the request to its response.',
      labelNames: ['method', 'route', 'status', 'plan', 'source'],
      buckets: BUCKETS,
      registers,
    });
    this.rateLimited = new Counter({
      name: 'directory_rate_limited_total',
      help: 'Requests over the rate of their plan.',
      labelNames: ['plan'],
      registers,
    });
    // A series that starts at 0 lets `rate()` see the first request.
    for (const plan of Object.keys(plans)) this.rateLimited.inc({ plan }, 0);
    this.rejections = new Counter({
      name: 'directory_requests_rejected_total',
      help: 'Requests that were malformed, too large or too slow to be read.',
      labelNames: ['status'],
      registers,
    });
  }

  /** Counts a response to what could not be read as a request, and so has no method, route or time. */
  rejected(status: number): void {
    this.rejections.inc({ status });
  }

  responded(labels: ResponseLabels, seconds: number): void {
    this.durations.observe(labels, seconds);
    if (labels.status === 429) this.rateLimited.inc({ plan: labels.plan });
  }
}
