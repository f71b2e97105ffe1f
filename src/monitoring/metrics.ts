import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { plans } from '../config/plans.js';
import { CONFIG, type Config } from '../config/config.js';

/** Seconds. The first bounds are those of a page from memory. */
const BOUNDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is told of an answer. A label has few values: a route is a pattern, and a key stands in none. */
export interface AnswerLabels {
  method: string;
  route: string;
  status: number;
  plan: string;
  source: string;
}

/** Counts and times of the answers. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly answers: Histogram<keyof AnswerLabels>;
  private readonly limited: Counter<'plan'>;
  private readonly unread: Counter<'status'>;
  /** False where nobody can ask for them. */
  readonly enabled: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    const registers = [this.registry];
    this.enabled = config.managementPort !== undefined;
    if (this.enabled) collectDefaultMetrics({ register: this.registry });
    this.answers = new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the request to its answer.',
      labelNames: ['method', 'route', 'status', 'plan', 'source'],
      buckets: BOUNDS,
      registers,
    });
    this.limited = new Counter({
      name: 'directory_rate_limited_total',
      help: 'Requests over the rate of their plan.',
      labelNames: ['plan'],
      registers,
    });
    // A series that starts at 0 lets `rate()` see the first request.
    for (const plan of Object.keys(plans)) this.limited.inc({ plan }, 0);
    this.unread = new Counter({
      name: 'directory_requests_unread_total',
      help: 'Requests that were malformed, too large or too slow to be read.',
      labelNames: ['status'],
      registers,
    });
  }

  /** Counts a response to what could not be read as a request, and so has no method, route or time. */
  rejected(status: number): void {
    this.unread.inc({ status });
  }

  answered(labels: AnswerLabels, seconds: number): void {
    this.answers.observe(labels, seconds);
    if (labels.status === 429) this.limited.inc({ plan: labels.plan });
  }
}
