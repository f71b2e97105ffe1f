import { type IncomingMessage } from 'node:http';
import { PreparedResponse } from '../http/prepared-response.js';

/** The header fields that the protocol uses. The key is not among them. */
const PROTOCOL_FIELD = /^(?:accept|content-type|mcp-[a-z0-9-]+)$/;
/** The protocol does not depend on the address. */
const ADDRESS = 'http://mcp.invalid/mcp';

/** The request as the SDK takes it, without its body. */
export function toWebRequest({ headers }: IncomingMessage): Request {
  const fields = Object.entries(headers).filter(([name]) => PROTOCOL_FIELD.test(name));
  return new Request(ADDRESS, {
    method: 'POST',
    headers: fields.map(([name, value]): [string, string] => [name, String(value)]),
  });
}

/** The response of the SDK as the program sends it. */
export async function toPreparedResponse(response: Response): Promise<PreparedResponse> {
  const contentType = response.headers.get('content-type');
  const fields = ['Cache-Control', 'no-store', ...(contentType ? ['Content-Type', contentType] : [])];
  return new PreparedResponse(response.status, fields, Buffer.from(await response.arrayBuffer()));
}
