import { redactTokens } from '../tokens/api-key-token.js';
import { type PreparedResponse, jsonResponse } from './prepared-response.js';

/** What is wrong with one field of a request. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/** The messages of the contract; the others say what is wrong with the request. */
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

/** Seconds after which a request that met an overload or an outage is worth repeating. */
const RETRY_AFTER = '1';

/** The one shape of every error. */
export function errorResponse(
  status: number,
  message?: string,
  details?: ErrorDetail[],
  fields: string[] = [],
): PreparedResponse {
  const body = {
    error: true,
    message: MESSAGES[status] ?? message,
    ...(status === 400 && { details }),
  };
  return jsonResponse(status, body, [
    'Cache-Control',
    'no-store',
    ...(status === 401 ? ['WWW-Authenticate', 'ApiKey'] : []),
    ...(status === 503 ? ['Retry-After', RETRY_AFTER] : []),
    ...fields,
  ]);
}

/** An error of status 400. */
export function badRequestResponse(details: ErrorDetail[]): PreparedResponse {
  const shown = details.map(({ field, message }) => ({
    field: redactTokens(field),
    message: redactTokens(message),
  }));
  return errorResponse(400, shown.map(({ message }) => message).join('; '), shown);
}
