import { type Directory } from '../program/directory.js';

interface Schema {
  type?: string | string[];
  properties: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  example?: unknown;
}

interface Parameter {
  name?: string;
  $ref?: string;
  schema: Schema;
}

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { examples: Record<string, { value: unknown }> }>;
}

interface Operation {
  operationId: string;
  tags: string[];
  security?: unknown;
  parameters: Parameter[];
  responses: Record<string, Response & { $ref?: string }>;
}

/** What the tests read of the OpenAPI document. */
export interface ApiDocument {
  servers: unknown;
  security: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, unknown>;
  };
}

export async function documentOf(directory: Directory): Promise<ApiDocument> {
  return (await directory.get('/openapi.json')).json as ApiDocument;
}
