import { STATUS_CODES } from 'node:http';
import { redactTokens } from '../tokens/api-key-token.js';
import { type ErrorDetail } from './exceptions.js';
import { type PreparedResponse, jsonResponse } from './prepared-response.js';

/** The messages of the program's own errors. */
const MESSAGES: Record<number, string> = {
  403: 'HTTPS required',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  413: 'Body too large',
  415: 'Expected application/json',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

/** Seconds after which a client may retry after an overload or an outage. */
const RETRY_AFTER = '1';

/**
 * Creates an error response, in the shape that all errors have.
 * @param message without it, the program's own message for this status.
 * @param details are sent with status 400 only.
 * @param fields further header fields, name by value.
 */
export function errorResponse(
  status: number,
  message: string = MESSAGES[status] ?? statusText(status),
  details: ErrorDetail[] = [],
  fields: string[] = [],
): PreparedResponse {
  const body = { error: true, message, ...(status === 400 && { details }) };
  return jsonResponse(status, body, [
    'Cache-Control',
    'no-store',
    ...(status === 401 ? ['WWW-Authenticate', 'ApiKey'] : []),
    ...(status === 503 ? ['Retry-After', RETRY_AFTER] : []),
    ...fields,
  ]);
}

/** Creates an error response with status 400. */
export function badRequestResponse(details: ErrorDetail[]): PreparedResponse {
  const shown = details.map(({ field, message }) => ({
    field: redactTokens(field),
    message: redactTokens(message),
  }));
  return errorResponse(400, shown.map(({ message }) => message).join('; '), shown);
}

/** The reason phrase of a status, such as `Forbidden`. */
export function statusText(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
