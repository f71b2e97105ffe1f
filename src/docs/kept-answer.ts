import { Answer, etagOf } from '../http/answer.js';

/** An answer that is the same as long as the program runs: anybody may keep it, and asks whether it is still that. */
export function keptAnswer(type: string, body: Buffer, policy?: string): Answer {
  const fields = ['Content-Type', type, 'Cache-Control', 'public, no-cache'];
  return new Answer(200, fields, body, etagOf(body), policy);
}
