import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { withoutTokens } from '../api-keys/token.js';
import { type Exchange } from '../http/exchange.js';
import { LOGGER } from './logger.js';
import { Metrics } from './metrics.js';

/** Writes one line for every answer, and counts it. Neither the key nor the query stands in it. */
@Injectable()
export class ExchangeLog {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  answered(exchange: Exchange, status: number): void {
    const { request, key, source } = exchange;
    const ms = performance.now() - exchange.startedAt;
    this.logger.info({
      requestId: exchange.id,
      method: request.method,
      path: withoutTokens(exchange.path),
      status,
      ms: Math.round(ms * 1000) / 1000,
      keyId: key?.id,
      plan: key?.plan,
      source,
    });
    if (!this.metrics.enabled) return;
    this.metrics.answered(
      {
        method: request.method!,
        route: exchange.route,
        status,
        plan: key?.plan ?? 'none',
        source: source ?? 'none',
      },
      ms / 1000,
    );
  }
}
