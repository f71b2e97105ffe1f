import { IncomingMessage, ServerResponse } from 'node:http';
import { type Express, type Response } from 'express';
import { type ResponseWriter } from './response-writer.js';

export type MessageClasses = ReturnType<typeof expressMessageClasses>;

/**
 * The classes of requests and responses that are Express's own from the start. Express changes the prototype of every
 * request and response that does not have Express's prototypes, and V8 is slow with objects whose prototype was changed:
 * property look-ups leave the inline caches, and the garbage collector promotes the objects.
 *
 * If Express does not use these prototypes, it keeps changing prototypes, and is only slower.
 */
export function expressMessageClasses(instance: Express) {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  Object.setPrototypeOf(Request.prototype, instance.request);
  Object.setPrototypeOf(Response.prototype, instance.response);
  Object.assign(instance, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}

/**
 * Adds the common header fields to every response that a handler or Nest sends through Express, and logs it. (Express
 * documents that its methods can be overridden on `app.response`.)
 */
export function overrideResponseMethods(response: Response, writer: () => ResponseWriter): void {
  // They are called with the response as `this` below.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { writeHead, json } = response;

  /** `json` and `jsonp` end here too. */
  response.send = function send(this: Response, body?: unknown): Response {
    if (typeof body === 'string' || body === undefined || body === null || body instanceof Uint8Array)
      writer().sendBody(this, body ?? undefined);
    else if (ArrayBuffer.isView(body))
      writer().sendBody(this, new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
    else json.call(this, body);
    return this;
  };

  /** Node calls it for each response that did not call it: streams, redirects, whatever a handler writes by itself. */
  response.writeHead = function writeHeadWithCommonFields(
    this: Response,
    ...head: Parameters<typeof writeHead>
  ) {
    if (!this.headersSent) writer().completeHead(this);
    return writeHead.apply(this, head);
  } as typeof writeHead;
}
