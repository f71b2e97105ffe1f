import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Injectable,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type ExpressAdapter } from '@nestjs/platform-express';
import { type Request } from 'express';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { type PreparedResponse } from './prepared-response.js';
import { badRequestResponse, type ErrorDetail, errorResponse } from './errors.js';
import { RequestContext } from './request-context.js';
import { unroutedResponse } from './unrouted.js';
import { ResponseWriter } from './response-writer.js';

/** Gives every failure the one shape of an error. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('ErrorFilter');

  constructor(
    private readonly adapterHost: HttpAdapterHost<ExpressAdapter>,
    private readonly sender: ResponseWriter,
  ) {}

  catch(failure: unknown, host: ArgumentsHost): void {
    const exchange = RequestContext.of(host.switchToHttp().getRequest<Request>());
    this.sender.send(exchange, this.answerTo(failure, exchange));
  }

  private answerTo(failure: unknown, exchange: RequestContext): PreparedResponse {
    if (failure instanceof NotFoundException) {
      return unroutedResponse(this.adapterHost.httpAdapter, exchange.request.method!, exchange.path);
    }
    if (failure instanceof HttpException) return fromException(failure);
    if (failure instanceof DatabaseUnavailable) return errorResponse(503);
    const status = statusOfLibrary(failure);
    if (status !== undefined) return errorResponse(status, 'Bad request', []);
    this.log.error({ requestId: exchange.id, err: failure });
    return errorResponse(500);
  }
}

function fromException(exception: HttpException): PreparedResponse {
  const { details } = exception.getResponse() as { details?: ErrorDetail[] };
  return exception.getStatus() === 400 && details
    ? badRequestResponse(details)
    : errorResponse(exception.getStatus(), exception.message, []);
}

/** Express and its parsers put the status on the error; a path that cannot be decoded is one of theirs. */
function statusOfLibrary(failure: unknown): number | undefined {
  if (failure instanceof URIError) return 404;
  const status = (failure as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
