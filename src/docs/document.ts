import { type INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { documentHead } from './document-head.js';
import { errorResponses } from './error-responses.js';
import { errorSchemas } from './error-schemas.js';
import { completeOperation } from './operations.js';
import { headersNamed, responseHeaders } from './response-headers.js';

/**
 * Describes the application in OpenAPI 3.1, from the decorators of its controllers.
 * @param publicUrl the origin under which clients reach it; empty where it is that of the document.
 */
export function describeApi(app: INestApplication, publicUrl: string): OpenAPIObject {
  const options = { autoTagControllers: false };
  const document = SwaggerModule.createDocument(app, documentHead(publicUrl), options);
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post]) if (operation) completeOperation(operation);
  }
  const schemas = { ...document.components!.schemas, ...errorSchemas };
  const components: Record<string, object> = {
    ...document.components,
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)])),
    parameters: { IfNoneMatch: ifNoneMatch },
    headers: responseHeaders,
    responses: { NotModified: notModified, ...errorResponses },
  };
  return { ...document, components };
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of a page that you hold.',
  schema: { type: 'string' },
};

const notModified = {
  description: 'The page is still the one that `If-None-Match` names.',
  headers: headersNamed('ETag', 'Directory-Version', 'Link', 'X-Request-Id'),
};

/** Nothing has fields that are not named: answers by their making, and requests because others are refused. */
function closed(schema: object): object {
  return { ...schema, additionalProperties: false };
}
