import { Injectable, Logger } from '@nestjs/common';
import { type RequestContext } from './request-context.js';

/** Time without a failure of the same cause after which the cause is logged again. */
const QUIET_MS = 10_000;

/** Logs why requests fail: a 503 as a warning, each time its cause changes; any other status from 500 as an error. */
@Injectable()
export class RequestFailureLog {
  private readonly log = new Logger('Requests');
  private lastCause = '';
  private lastAt = -Infinity;

  record(context: RequestContext, status: number, failure: unknown): void {
    if (status !== 503) return this.log.error({ requestId: context.id, err: failure });
    const cause = causeOf(failure);
    const now = performance.now();
    const isNew = cause !== this.lastCause || now - this.lastAt > QUIET_MS;
    this.lastCause = cause;
    this.lastAt = now;
    if (isNew) this.log.warn(`requests get 503: ${cause}`);
  }
}

/** The message of the innermost cause, with the code that PostgreSQL or the system gave it. */
function causeOf(failure: unknown): string {
  let innermost = failure;
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause;
  if (innermost instanceof AggregateError && innermost.errors.length > 0) innermost = innermost.errors[0];
  if (!(innermost instanceof Error)) return String(innermost);
  const { code } = innermost as { code?: unknown };
  return typeof code === 'string' && !innermost.message.includes(code)
    ? `${innermost.message} (${code})`
    : innermost.message;
}
