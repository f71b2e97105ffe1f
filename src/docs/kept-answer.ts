import { PreparedResponse, etagOf } from '../http/prepared-response.js';

/** An answer that is the same as long as the program runs: anybody may keep it, and asks whether it is still that. */
export function keptAnswer(type: string, body: Buffer, policy?: string): PreparedResponse {
  const fields = ['Content-Type', type, 'Cache-Control', 'public, no-cache'];
  return new PreparedResponse(200, fields, body, etagOf(body), policy);
}
