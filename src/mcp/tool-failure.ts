import { HttpException } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { type ErrorDetail } from '../http/exceptions.js';
import { ToolError } from './tool.js';

/** What an assistant is told of a call that failed; `status` is that of a fault of the server, which is logged. */
export interface ToolFailure {
  message: string;
  status?: number;
}

const INVALID_CURSOR = 'cursor must be nextCursor of the result before, with the other arguments unchanged';

export function toolFailureOf(error: unknown): ToolFailure {
  if (error instanceof ToolError) return { message: error.message };
  if (error instanceof DatabaseUnavailable)
    return { message: 'Temporarily unavailable. Try again in a few seconds.', status: 503 };
  if (!(error instanceof HttpException) || error.getStatus() >= 500)
    return { message: 'Internal error', status: 500 };
  const { details } = error.getResponse() as { details?: ErrorDetail[] };
  const messages = details?.map(({ field, message }) =>
    isCursor(field, message) ? INVALID_CURSOR : message,
  );
  return { message: messages?.join('; ') ?? error.message };
}

/** A message that speaks of the `Link` header, which an assistant does not see. */
function isCursor(field: string, message: string): boolean {
  return field === 'cursor' && message.includes('Link');
}
