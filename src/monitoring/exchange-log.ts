import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { withoutTokens } from '../api-keys/token.js';
import { type Exchange } from '../http/exchange.js';
import { isoTime, LOGGER, writeLine } from './logger.js';
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
    if (this.logger.isLevelEnabled('info')) writeLine(lineOf(exchange, status, ms));
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

/**
 * The line as the logger would write it. It is the one that is written for every request, and to put it together by
 * hand costs half as much.
 */
function lineOf({ id, request, path, key, source }: Exchange, status: number, ms: number): string {
  const who = key === undefined ? '' : `,"keyId":${key.id},"plan":"${key.plan}"`;
  const from = source === undefined ? '' : `,"source":"${source}"`;
  const asked = `"method":"${request.method}","path":${JSON.stringify(withoutTokens(path))}`;
  return `{"level":30${isoTime()},"requestId":"${id}",${asked},"status":${status},"ms":${Math.round(ms * 1000) / 1000}${who}${from}}\n`;
}
