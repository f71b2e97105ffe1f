import { type OpenAPIObject } from '@nestjs/swagger';
import { type errorResponses } from './error-responses.js';
import { examples } from './examples.js';
import { headersNamed } from './response-headers.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type ResponseName = keyof typeof errorResponses | 'NotModified';

/** Adds to an operation what all operations have in common: their errors, their headers, and true examples. */
export function completeOperation(operation: Operation): void {
  const takesBody = operation.requestBody !== undefined;
  const answered = ['Directory-Version', 'Link', 'X-Request-Id', 'RateLimit-Policy', 'RateLimit'] as const;
  const success = operation.responses['200'] as { content: Record<string, object> };
  const content = success.content['application/json']!;
  if (!takesBody) operation.parameters!.push({ $ref: '#/components/parameters/IfNoneMatch' });
  const responses: Record<string, object> = {
    200: {
      ...success,
      headers: takesBody ? headersNamed(...answered) : headersNamed('ETag', ...answered),
      content: { 'application/json': { ...content, examples: examples[operation.operationId!] } },
    },
    ...(!takesBody && { 304: response('NotModified') }),
    400: response(takesBody ? 'BadBatch' : 'BadRequest'),
    401: response(takesBody ? 'WrongKeyOrTooManyUrls' : 'WrongKey'),
    ...(takesBody && { 413: response('BodyTooLarge'), 415: response('NotJson') }),
    429: response('TooManyRequests'),
    500: response('InternalError'),
    503: response('Unavailable'),
    default: response('Refused'),
  };
  operation.responses = responses as Operation['responses'];
}

function response(name: ResponseName) {
  return { $ref: `#/components/responses/${name}` };
}
