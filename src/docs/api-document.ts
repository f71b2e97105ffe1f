import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { CONFIG, type Config } from '../config/config.js';
import { type PreparedResponse, JSON_CONTENT_TYPE } from '../http/prepared-response.js';
import { baseDocument } from './description.js';
import { staticResponse } from './docs-files.js';
import { examples } from './examples.js';
import { errorSchemas, headerReferences, headers, responseReference, responses } from './responses.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface Response {
  headers?: object;
  content?: Record<string, object>;
}

interface RequestBody {
  content: Record<string, { schema?: { $ref?: string } }>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const RATE_LIMIT = ['RateLimit-Policy', 'RateLimit'] as const;

/** The OpenAPI document, and the prepared response that sends it. */
@Injectable()
export class ApiDocument {
  content!: OpenAPIObject;
  response!: PreparedResponse;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Describes the controllers of an application, which must be initialized. */
  describe(app: INestApplication): void {
    this.content = describeApi(app, this.config.publicUrl);
    this.response = staticResponse(JSON_CONTENT_TYPE, Buffer.from(JSON.stringify(this.content)));
  }
}

/**
 * Describes the application in OpenAPI 3.1, from the decorators of its controllers.
 * @param publicUrl the address under which clients reach it; empty where it is the origin of the document.
 */
function describeApi(app: INestApplication, publicUrl: string): OpenAPIObject {
  const options = { autoTagControllers: false };
  const document = SwaggerModule.createDocument(app, baseDocument(publicUrl), options);
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) completeOperation(path[method], document);
  }
  const schemas = { ...document.components!.schemas, ...errorSchemas };
  const components: Record<string, object> = {
    ...document.components,
    // Responses have no fields but those that are named, and requests with others are rejected.
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]),
    ),
    parameters: { IfNoneMatch: ifNoneMatch },
    headers,
    responses,
  };
  return { ...document, components };
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of a response that you have.',
  schema: { type: 'string' },
};

/** Adds error responses and the headers of successful ones to an operation. Responses that it has already are kept. */
function completeOperation(operation: Operation, document: OpenAPIObject): void {
  const takesBody = operation.requestBody !== undefined;
  const has = (name: string) =>
    operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === name);
  const isList = has('cursor');
  const isItem = has('id');
  const isCacheable = (isList || isItem) && !takesBody;
  const hasPlaces = has('since');
  if (isCacheable) operation.parameters!.push({ $ref: '#/components/parameters/IfNoneMatch' });
  const successHeaders = headerReferences(
    ...(isCacheable ? (['ETag'] as const) : []),
    ...(isItem ? (['Directory-Version'] as const) : []),
    ...(isList ? (['Directory-Version', 'Link'] as const) : []),
    ...(isList && !hasPlaces ? (['X-Total-Count'] as const) : []),
    ...(['X-Request-Id', ...RATE_LIMIT] as const),
  );
  const own = operation.responses as Record<string, Response>;
  for (const status of Object.keys(own).filter((code) => code.startsWith('2')))
    own[status] = completeSuccess(own[status]!, successHeaders, operation.operationId!);
  const common = {
    ...(isCacheable && { 304: responseReference('NotModified') }),
    400: responseReference(takesBody ? 'BadRequestBody' : 'BadRequest'),
    401: responseReference(takesUrls(operation, document) ? 'WrongKeyOrTooManyUrls' : 'WrongKey'),
    ...(isItem && { 404: responseReference('NotFound') }),
    ...(hasPlaces && { 410: responseReference('Gone') }),
    ...(takesBody && { 413: responseReference('BodyTooLarge'), 415: responseReference('NotJson') }),
    429: responseReference('TooManyRequests'),
    500: responseReference('InternalError'),
    503: responseReference('Unavailable'),
    default: responseReference('OtherError'),
  };
  operation.responses = { ...common, ...own };
}

/** Whether the body has the field `urls`. */
function takesUrls({ requestBody }: Operation, { components }: OpenAPIObject): boolean {
  const [body] = Object.values((requestBody as RequestBody | undefined)?.content ?? {});
  const name = body?.schema?.$ref?.split('/').at(-1) ?? '';
  const schema = components?.schemas?.[name] as { properties?: object } | undefined;
  return Object.hasOwn(schema?.properties ?? {}, 'urls');
}

function completeSuccess(response: Response, ownHeaders: object, operationId: string): Response {
  const json = response.content?.['application/json'];
  return {
    ...response,
    headers: { ...ownHeaders, ...response.headers },
    ...(json && {
      content: { ...response.content, 'application/json': { ...json, examples: examples[operationId] } },
    }),
  };
}
