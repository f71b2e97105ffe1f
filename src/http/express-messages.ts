import { IncomingMessage, ServerResponse } from 'node:http';
import { type Express } from 'express';

export type MessageClasses = ReturnType<typeof expressMessageClasses>;

/**
 * The classes of requests and responses that are Express's own from the start. Express gives every request and response
 * that is not the prototypes of its own, and V8 is slow with objects whose prototype was changed: their properties are
 * looked up the long way, and the garbage collector carries them along as if they were to stay.
 */
export function expressMessageClasses(instance: Express) {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  Object.setPrototypeOf(Request.prototype, instance.request);
  Object.setPrototypeOf(Response.prototype, instance.response);
  Object.assign(instance, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
