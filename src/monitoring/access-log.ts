import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { redactTokens } from '../api-keys/token.js';
import { type RequestContext } from '../http/request-context.js';
import { isoTime, LOGGER, writeLine } from './logger.js';
import { Metrics } from './metrics.js';

/** Writes one line for every answer, and counts it. Neither the key nor the query stands in it. */
@Injectable()
export class AccessLog {
  private readonly lines: boolean;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.lines = logger.isLevelEnabled('info');
  }

  answered(exchange: RequestContext, status: number): void {
    const { request, key, source } = exchange;
    const ms = performance.now() - exchange.startedAt;
    if (this.lines) writeLine(lineOf(exchange, status, ms));
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
 * The line as the logger would write it, of ASCII alone: the parser takes no other target. It is the one that is written
 * for every request, and to put it together by hand costs a quarter.
 */
function lineOf({ id, request, path, key, source }: RequestContext, status: number, ms: number): string {
  const who = key === undefined ? '' : `,"keyId":${key.id},"plan":"${key.plan}"`;
  const from = source === undefined ? '' : `,"source":"${source}"`;
  const asked = `"method":"${request.method}","path":${quoted(path)}`;
  return `{"level":30${isoTime()},"requestId":"${id}",${asked},"status":${status},"ms":${milliseconds(ms)}${who}${from}}\n`;
}

/** Nothing in it needs to be escaped, and no key has room in it. */
const PLAIN = /^[A-Za-z0-9/-]*$/;

function quoted(path: string): string {
  return PLAIN.test(path) ? `"${path}"` : JSON.stringify(redactTokens(path));
}

const THOUSANDTHS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/** With three decimals. V8 takes ten times as long to print a fraction. */
function milliseconds(ms: number): string {
  const micros = Math.round(ms * 1000);
  return `${Math.floor(micros / 1000)}.${THOUSANDTHS[micros % 1000]}`;
}
