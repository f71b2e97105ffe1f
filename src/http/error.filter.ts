import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import { type Request } from 'express';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { badRequestResponse, errorResponse, statusText } from './errors.js';
import { type ErrorDetail } from './exceptions.js';
import { RequestFailureLog } from './request-failure-log.js';
import { type PreparedResponse } from './prepared-response.js';
import { RequestContext } from './request-context.js';
import { ResponseWriter } from './response-writer.js';
import { unroutedResponse } from './unrouted.js';

/**
 * Converts every exception to an error response. An `HttpException` keeps its status, and its message unless that is only
 * the name of the status.
 */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly writer: ResponseWriter,
    private readonly failures: RequestFailureLog,
  ) {}

  catch(failure: unknown, host: ArgumentsHost): void {
    const context = RequestContext.of(host.switchToHttp().getRequest<Request>());
    const response = this.responseTo(failure, context);
    if (response.status >= 500) this.failures.record(context, response.status, failure);
    this.writer.reply(context, response);
  }

  private responseTo(failure: unknown, context: RequestContext): PreparedResponse {
    if (context.allowedMethods !== undefined && failure instanceof NotFoundException)
      return unroutedResponse(context.request.method!, context.allowedMethods);
    if (failure instanceof HttpException) return responseToHttpException(failure);
    if (failure instanceof DatabaseUnavailable) return errorResponse(503);
    return responseToLibraryError(failure) ?? errorResponse(500);
  }
}

/** Statuses whose default message names one cause, which other exceptions with the status need not have. */
const MESSAGES_OF_ONE_CAUSE = new Set([403, 415]);

function responseToHttpException(exception: HttpException): PreparedResponse {
  const status = exception.getStatus();
  const body: unknown = exception.getResponse();
  const { details } = (typeof body === 'object' ? body : {}) as { details?: ErrorDetail[] };
  if (status === 400 && Array.isArray(details)) return badRequestResponse(details);
  const fallback = MESSAGES_OF_ONE_CAUSE.has(status) ? statusText(status) : undefined;
  return errorResponse(status, ownMessage(body, status) ?? fallback);
}

/** The message of an exception; undefined where it is only the name of its status. */
function ownMessage(body: unknown, status: number): string | undefined {
  // Nest uses a wrapped error as the body of the exception; its text is not for clients.
  if (body instanceof Error) return undefined;
  const value = typeof body === 'object' ? (body as { message?: unknown } | null)?.message : body;
  const message = Array.isArray(value) ? value.join('; ') : value;
  if (typeof message !== 'string' || message === '') return undefined;
  return message.toLowerCase() === statusText(status).toLowerCase() ? undefined : message;
}

/** Errors of Express and its middleware have a status, and say whether the message is for clients. */
function responseToLibraryError(failure: unknown): PreparedResponse | undefined {
  const { status, expose, message } = (failure ?? {}) as Record<string, unknown>;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return errorResponse(status, expose === true ? String(message) : statusText(status));
}
