import { type RequestParts, type Reply } from './send.js';

/** A request that is sent repeatedly, and the correct response. */
export interface SampleRequest extends RequestParts {
  name: string;
  /** The status of the correct response. */
  status: number;
  /** Whether a response with that status is correct. */
  isRight: (reply: Reply, sentAt: number) => boolean;
}

/** True for a response that is neither correct nor a 503 with `Retry-After`. */
export function isWrong({ status, isRight }: SampleRequest, reply: Reply, sentAt: number): boolean {
  if (reply.status === 503) return reply.headers['retry-after'] === undefined;
  return reply.status !== status || !isRight(reply, sentAt);
}
