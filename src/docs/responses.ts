import { WRONG_KEY } from '../api-keys/api-key.guard.js';
import { PLACE_GONE } from '../changes/place.js';
import { type EXPOSED_HEADERS } from '../http/cors.js';
import { badRequestResponse, errorResponse } from '../http/errors.js';
import { BODY_NOT_AN_OBJECT } from '../http/json-body.interceptor.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { INVALID_PAGE } from '../listing/list-query.js';
import { TOO_MANY_URLS } from '../programs/batch-size.interceptor.js';
import { MAX_URLS } from '../programs/batch.body.js';

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });
const integer = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

export type HeaderName = (typeof EXPOSED_HEADERS)[number] | 'WWW-Authenticate';

/** The documented response headers, by name. */
export const headers: Record<HeaderName, object> = {
  'Directory-Version': integer(
    'Moves with every change of networks or programs. The same number on the first and the last page means that all pages show one state.',
    1042,
  ),
  Link: text(
    'Addresses of other pages of the same list (RFC 8288): `first`, `last`, and `prev` and `next` where there is such a page. With filters of several kilobytes, only those that fit into 8 kB, `next` before others.',
    '</networks>; rel="first", </networks>; rel="last"',
  ),
  'X-Total-Count': integer('The number of objects on all pages, from the same state as the page.', 127),
  ETag: text('Identifies the content, for `If-None-Match`.', 'W/"3Jf0bZ1m8mR9cXQdJ0G8cXo9y2A"'),
  'X-Request-Id': text(
    'The `X-Request-Id` of the request if it is valid (at most 128 of `A-Z a-z 0-9 . _ -`), else a generated one.',
    'k3v9x2ab-0.17',
  ),
  'RateLimit-Policy': text(
    'The rate of the plan: `q` requests in `w` seconds. Absent where the plan has no rate.',
    '"pro-api";q=600;w=60',
  ),
  RateLimit: text(
    'What remains of the rate: `r` requests for the next `t` seconds. Absent where the plan has no rate.',
    '"pro-api";r=598;t=42',
  ),
  'Retry-After': integer('Seconds to wait before the request is repeated.', 1),
  'WWW-Authenticate': text('How to authenticate.', 'ApiKey'),
};

/** References to documented headers, as the `headers` of a response. */
export function headerReferences(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const error = { type: 'boolean', enum: [true], description: 'Always true.' };
const message = { type: 'string', description: 'What is wrong, for people.' };

/** The schemas of error bodies. */
export const errorSchemas = {
  Error: {
    type: 'object',
    properties: { error, message },
    required: ['error', 'message'],
  },
  BadRequest: {
    type: 'object',
    properties: {
      error,
      message,
      details: {
        type: 'array',
        description: 'One entry for each problem.',
        items: { $ref: '#/components/schemas/Detail' },
      },
    },
    required: ['error', 'message', 'details'],
  },
  Detail: {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'The query parameter or the field of the body.' },
      message: { type: 'string', description: 'What is wrong with it, and what is allowed.' },
    },
    required: ['field', 'message'],
  },
};

interface ErrorExample {
  summary: string;
  response: PreparedResponse;
}

const wrongKey = { summary: 'A key that is not valid', response: errorResponse(401, WRONG_KEY) };
const wrongPage = {
  summary: 'A value that is not allowed',
  response: badRequestResponse([{ field: 'page', ...INVALID_PAGE }]),
};
const malformedBody = {
  summary: 'A body that is not a JSON object',
  response: badRequestResponse([BODY_NOT_AN_OBJECT]),
};
const tooManyUrls = { summary: `More than ${MAX_URLS} URLs`, response: errorResponse(401, TOO_MANY_URLS) };

const INVALID_KEY = 'The key is missing, unknown, expired or revoked, or its plan has no access to the API';

/** The documented responses with an error or without a body, by name. Every example is a real response. */
export const responses = {
  NotModified: {
    description: 'The content has not changed since the `ETag` in `If-None-Match`.',
    headers: headerReferences('ETag', 'Directory-Version', 'Link', 'X-Total-Count', 'X-Request-Id'),
  },
  BadRequest: errors('A parameter is invalid or unknown.', { wrongPage }),
  BadRequestBody: errors('A parameter, the body, or a field of the body is invalid or unknown.', {
    wrongPage,
    malformedBody,
  }),
  WrongKey: errors(`${INVALID_KEY}.`, { wrongKey }, ['WWW-Authenticate']),
  WrongKeyOrTooManyUrls: errors(`${INVALID_KEY}; or there are too many URLs.`, { wrongKey, tooManyUrls }, [
    'WWW-Authenticate',
  ]),
  NotFound: errors('There is no object with this `id`.', {
    unknownId: { summary: 'An id that was never given', response: errorResponse(404) },
  }),
  Gone: errors(
    'The directory no longer has the place, because it was emptied or restored from a backup; or the time is before changes were kept. Start again without parameters, and remove what you do not see then.',
    { gone: { summary: 'A place that is gone', response: errorResponse(410, PLACE_GONE) } },
  ),
  BodyTooLarge: errors('The body is larger than 1 MiB.', {
    bodyTooLarge: { summary: 'A body over 1 MiB', response: errorResponse(413) },
  }),
  NotJson: errors('The body is not declared as JSON.', {
    notJson: { summary: 'Another Content-Type', response: errorResponse(415) },
  }),
  TooManyRequests: errors(
    'The rate of the plan is used up.',
    { tooManyRequests: { summary: 'Over the rate', response: errorResponse(429) } },
    ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  ),
  InternalError: errors('A fault of the server.', {
    internalError: { summary: 'A fault', response: errorResponse(500) },
  }),
  Unavailable: errors(
    'The server is overloaded, or the database is unavailable.',
    { unavailable: { summary: 'Overloaded or unavailable', response: errorResponse(503) } },
    ['Retry-After'],
  ),
  OtherError: errors(
    'Rejected before the request reached the operation, with the status that the example names.',
    {
      httpsRequired: { summary: '403: plain HTTP where HTTPS is required', response: errorResponse(403) },
      notFound: { summary: '404: another path', response: errorResponse(404) },
      methodNotAllowed: { summary: '405: another method', response: errorResponse(405) },
      requestTimeout: { summary: '408: the request arrived too slowly', response: errorResponse(408) },
      headersTooLarge: { summary: '431: headers over 16 KiB', response: errorResponse(431) },
    },
  ),
};

/** A reference to a documented response. */
export function responseReference(name: keyof typeof responses): { $ref: string } {
  return { $ref: `#/components/responses/${name}` };
}

function errors(description: string, examples: Record<string, ErrorExample>, names: HeaderName[] = []) {
  const bodies = Object.entries(examples).map(([name, { summary, response }]) => [
    name,
    { summary, value: JSON.parse(response.body.toString()) as unknown },
  ]);
  const schema = Object.values(examples)[0]!.response.status === 400 ? 'BadRequest' : 'Error';
  return {
    description,
    headers: headerReferences(...names, 'X-Request-Id'),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(bodies) as Record<string, { summary: string; value: unknown }>,
      },
    },
  };
}
