import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Exchange } from '../http/exchange.js';
import { LOGGER } from './logger.js';

/** Writes one line for every answer. Neither the key nor the query stands in it. */
@Injectable()
export class ExchangeLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  answered(exchange: Exchange, status: number): void {
    this.logger.info({
      requestId: exchange.id,
      method: exchange.request.method,
      path: exchange.path,
      status,
      ms: Math.round((performance.now() - exchange.startedAt) * 1000) / 1000,
      keyId: exchange.key?.id,
      plan: exchange.key?.plan,
      source: exchange.source,
    });
  }
}
