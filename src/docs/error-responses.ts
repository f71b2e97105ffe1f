import { WRONG_KEY } from '../api-keys/api-key.guard.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { badRequestResponse, errorResponse } from '../http/errors.js';
import { BODY_NOT_AN_OBJECT } from '../http/json-body.interceptor.js';
import { TOO_MANY_URLS } from '../programs/batch-size.interceptor.js';
import { MAX_URLS } from '../programs/batch.body.js';
import { headersNamed, type HeaderName } from './response-headers.js';

interface ErrorExample {
  summary: string;
  answer: PreparedResponse;
}

const wrongKey = { summary: 'A key that is not valid', answer: errorResponse(401, WRONG_KEY) };
const wrongPage = {
  summary: 'A value that is not allowed',
  answer: badRequestResponse([
    { field: 'page', message: 'page must be an integer from 1 to 2147483647 and may appear once' },
  ]),
};

/** The errors of the operations, by the names under which they refer to them. Each example is the answer itself. */
export const errorResponses = {
  BadRequest: response('A parameter is wrong or unknown.', { wrongPage }),
  BadBatch: response('A parameter, the body, or a field of it is wrong or unknown.', {
    wrongPage,
    malformedBody: {
      summary: 'A body that is not a JSON object',
      answer: badRequestResponse([BODY_NOT_AN_OBJECT]),
    },
  }),
  WrongKey: response(
    'The key is missing, unknown, expired or revoked, or its plan has no access to the API.',
    { wrongKey },
    ['WWW-Authenticate'],
  ),
  WrongKeyOrTooManyUrls: response(
    'The key is missing, unknown, expired or revoked, or its plan has no access to the API; or there are too many URLs.',
    {
      wrongKey,
      tooManyUrls: { summary: `More than ${MAX_URLS} URLs`, answer: errorResponse(401, TOO_MANY_URLS) },
    },
    ['WWW-Authenticate'],
  ),
  BodyTooLarge: response('The body is larger than 1 MiB.', {
    bodyTooLarge: { summary: 'A body over 1 MiB', answer: errorResponse(413) },
  }),
  NotJson: response('The body is not declared as JSON.', {
    notJson: { summary: 'Another Content-Type', answer: errorResponse(415) },
  }),
  TooManyRequests: response(
    'The rate of the plan is used up.',
    { tooManyRequests: { summary: 'Over the rate', answer: errorResponse(429) } },
    ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  ),
  InternalError: response('A fault of the server.', {
    internalError: { summary: 'A fault', answer: errorResponse(500) },
  }),
  Unavailable: response(
    'Overload, or the database is out of reach.',
    { unavailable: { summary: 'Out of reach', answer: errorResponse(503) } },
    ['Retry-After'],
  ),
  Refused: response('Refused before it came to an operation, with the status that the example names.', {
    httpsRequired: { summary: '403: plain HTTP where HTTPS is required', answer: errorResponse(403) },
    notFound: { summary: '404: another path', answer: errorResponse(404) },
    methodNotAllowed: { summary: '405: another method', answer: errorResponse(405) },
    requestTimeout: { summary: '408: a request that came in too slowly', answer: errorResponse(408) },
    headersTooLarge: { summary: '431: headers over 16 KiB', answer: errorResponse(431) },
  }),
};

function response(description: string, examples: Record<string, ErrorExample>, headers: HeaderName[] = []) {
  const bodies = Object.entries(examples).map(([name, { summary, answer }]) => [
    name,
    { summary, value: JSON.parse(answer.body.toString()) as unknown },
  ]);
  const schema = Object.values(examples)[0]!.answer.status === 400 ? 'BadRequest' : 'Error';
  return {
    description,
    headers: headersNamed(...headers, 'X-Request-Id'),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(bodies) as Record<string, { summary: string; value: unknown }>,
      },
    },
  };
}
