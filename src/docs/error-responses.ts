import { WRONG_KEY } from '../api-keys/api-key.guard.js';
import { type Answer } from '../http/answer.js';
import { badRequest, errorAnswer } from '../http/errors.js';
import { NO_OBJECT } from '../http/json-body.interceptor.js';
import { TOO_MANY_URLS } from '../programs/batch-size.interceptor.js';
import { MOST_URLS } from '../programs/batch.body.js';
import { headersNamed, type HeaderName } from './response-headers.js';

interface ErrorExample {
  summary: string;
  answer: Answer;
}

const wrongKey = { summary: 'A key that is not valid', answer: errorAnswer(401, WRONG_KEY) };
const wrongPage = {
  summary: 'A value that is not allowed',
  answer: badRequest([
    { field: 'page', message: 'page must be a whole number from 1 to 2147483647, given once' },
  ]),
};

/** The errors of the operations, by the names under which they refer to them. Each example is the answer itself. */
export const errorResponses = {
  BadRequest: response('A parameter is wrong or unknown.', { wrongPage }),
  BadBatch: response('A parameter, the body, or a field of it is wrong or unknown.', {
    wrongPage,
    malformedBody: {
      summary: 'A body that is not a JSON object',
      answer: badRequest([NO_OBJECT]),
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
      tooManyUrls: { summary: `More than ${MOST_URLS} URLs`, answer: errorAnswer(401, TOO_MANY_URLS) },
    },
    ['WWW-Authenticate'],
  ),
  BodyTooLarge: response('The body is larger than 1 MiB.', {
    bodyTooLarge: { summary: 'A body over 1 MiB', answer: errorAnswer(413) },
  }),
  NotJson: response('The body is not declared as JSON.', {
    notJson: { summary: 'Another Content-Type', answer: errorAnswer(415) },
  }),
  TooManyRequests: response(
    'The rate of the plan is used up.',
    { tooManyRequests: { summary: 'Over the rate', answer: errorAnswer(429) } },
    ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  ),
  InternalError: response('A fault of the server.', {
    internalError: { summary: 'A fault', answer: errorAnswer(500) },
  }),
  Unavailable: response(
    'Overload, or the database is out of reach.',
    { unavailable: { summary: 'Out of reach', answer: errorAnswer(503) } },
    ['Retry-After'],
  ),
  Refused: response('Refused before it came to an operation, with the status that the example names.', {
    httpsRequired: { summary: '403: plain HTTP where HTTPS is required', answer: errorAnswer(403) },
    notFound: { summary: '404: another path', answer: errorAnswer(404) },
    methodNotAllowed: { summary: '405: another method', answer: errorAnswer(405) },
    requestTimeout: { summary: '408: a request that came in too slowly', answer: errorAnswer(408) },
    headersTooLarge: { summary: '431: headers over 16 KiB', answer: errorAnswer(431) },
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
