import { type RequestContext } from './request-context.js';

/** An observer of every response that is sent. A module that logs or counts responses provides it. */
export abstract class ResponseObserver {
  /** A request got its response. */
  abstract responded(context: RequestContext, status: number): void;

  /** Something that could not be read as a request got an error response with this request id. */
  abstract rejected(requestId: string, status: number): void;
}
