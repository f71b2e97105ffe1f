import { withoutTokens } from '../api-keys/token.js';
import { type Answer, jsonAnswer } from './answer.js';

/** What is wrong with one field of a request. */
export interface Detail {
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
export function errorAnswer(
  status: number,
  message?: string,
  details?: Detail[],
  fields: string[] = [],
): Answer {
  const body = {
    error: true,
    message: MESSAGES[status] ?? message,
    ...(status === 400 && { details }),
  };
  return jsonAnswer(status, body, [
    'Cache-Control',
    'no-store',
    ...(status === 401 ? ['WWW-Authenticate', 'ApiKey'] : []),
    ...(status === 503 ? ['Retry-After', RETRY_AFTER] : []),
    ...fields,
  ]);
}

/** An error of status 400. */
export function badRequest(details: Detail[]): Answer {
  const shown = details.map(({ field, message }) => ({
    field: withoutTokens(field),
    message: withoutTokens(message),
  }));
  return errorAnswer(400, shown.map(({ message }) => message).join('; '), shown);
}
