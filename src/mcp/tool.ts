/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties: false;
  [keyword: string]: unknown;
}

export type Arguments = Record<string, unknown>;

/** What an assistant may call. It calls the services of the controllers. */
export interface Tool {
  name: string;
  title: string;
  /** For a model that has never seen the directory. */
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /**
   * @returns a JSON object that `outputSchema` describes.
   * @throws ToolError, or an exception of the services.
   */
  call: (args: Arguments) => Promise<string>;
}

/** A call that the model can correct. The message says what to change. */
export class ToolError extends Error {}

export function objectSchema(properties: Record<string, object>, required: string[] = []): ObjectSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
