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
import { Unavailable } from '../database/outage.js';
import { type Answer } from './answer.js';
import { badRequest, type Detail, errorAnswer } from './errors.js';
import { Exchange } from './exchange.js';
import { answerUnrouted } from './routes.js';
import { Sender } from './sender.js';

/** Gives every failure the one shape of an error. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('ErrorFilter');

  constructor(
    private readonly adapterHost: HttpAdapterHost<ExpressAdapter>,
    private readonly sender: Sender,
  ) {}

  catch(failure: unknown, host: ArgumentsHost): void {
    const exchange = Exchange.of(host.switchToHttp().getRequest<Request>());
    this.sender.send(exchange, this.answerTo(failure, exchange));
  }

  private answerTo(failure: unknown, exchange: Exchange): Answer {
    if (failure instanceof NotFoundException) {
      return answerUnrouted(this.adapterHost.httpAdapter, exchange.request.method!, exchange.path);
    }
    if (failure instanceof HttpException) return fromException(failure);
    if (failure instanceof Unavailable) return errorAnswer(503);
    const status = statusOfLibrary(failure);
    if (status !== undefined) return errorAnswer(status, 'Bad request', []);
    this.log.error({ requestId: exchange.id, err: failure });
    return errorAnswer(500);
  }
}

function fromException(exception: HttpException): Answer {
  const { details } = exception.getResponse() as { details?: Detail[] };
  return exception.getStatus() === 400 && details
    ? badRequest(details)
    : errorAnswer(exception.getStatus(), exception.message, []);
}

/** Express and its parsers put the status on the error; a path that cannot be decoded is one of theirs. */
function statusOfLibrary(failure: unknown): number | undefined {
  if (failure instanceof URIError) return 404;
  const status = (failure as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
