import { type Server } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Logger } from 'pino';
import { REQUEST_REJECTED, type RejectedRequest } from '../http/parser-errors.js';
import { AccessLog } from './access-log.js';
import { LOGGER } from './logger.js';
import { Metrics } from './metrics.js';

/**
 * Writes a line for what could not be read as a request, and counts it. Nothing that the client sent stands in it. A
 * connection has one such line at the most, so that it costs a client more than a request does.
 */
@Injectable()
export class RejectedRequestLog implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly exchanges: AccessLog,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on(REQUEST_REJECTED, (refusal: RejectedRequest) => this.refused(refusal));
  }

  private refused({ id, status, exchange }: RejectedRequest): void {
    if (exchange !== undefined) return this.exchanges.answered(exchange, status);
    this.logger.info({ requestId: id, status });
    this.metrics.refused(status);
  }
}
