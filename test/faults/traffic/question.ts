import { type Asked, type Reply } from './send.js';

/** A request that is sent again and again, and what is right to answer. */
export interface Question extends Asked {
  name: string;
  /** The status of the right answer. */
  status: number;
  /** Whether an answer of that status is right. */
  isRight: (reply: Reply, sentAt: number) => boolean;
}

/** Judges an answer: the right one, or an honest 503 that says when to come again, or a wrong one. */
export function isWrong({ status, isRight }: Question, reply: Reply, sentAt: number): boolean {
  if (reply.status === 503) return reply.headers['retry-after'] === undefined;
  return reply.status !== status || !isRight(reply, sentAt);
}
