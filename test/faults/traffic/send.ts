import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';

/** A request without its destination. */
export interface RequestParts {
  method: 'GET' | 'POST' | 'HEAD';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** @throws if there is no response. */
export type Send = (parts: RequestParts) => Promise<Reply>;

const plain = new PlainAgent({ keepAlive: true });
const secure = new SecureAgent({ keepAlive: true, rejectUnauthorized: false });

/** Sends requests to a server on this machine, over keep-alive connections. */
export function sendTo(port: number, tls = false): Send {
  return ({ method, path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...lengthOf(body) } };
      const receive = (incoming: IncomingMessage) => void replyOf(incoming).then(resolve, reject);
      const outgoing = tls
        ? secureRequest({ ...options, agent: secure }, receive)
        : plainRequest({ ...options, agent: plain }, receive);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}

async function replyOf(incoming: IncomingMessage): Promise<Reply> {
  return { status: incoming.statusCode!, headers: incoming.headers, text: await text(incoming) };
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}
