import { createToken } from '../../../src/tokens/api-key-token.js';
import { type SampleRequest } from './sample-request.js';
import { type RequestParts, type Reply, type Send } from './send.js';

/** Requests for pages that an instance caches; their responses must not change. */
export async function cachedPages(send: Send, key: string): Promise<SampleRequest[]> {
  const paths = ['/programs', '/networks', '/api/v1/programs?sort=name', '/api/v1/networks?page=2'];
  return Promise.all(
    paths.map((path) => unchanging(send, 'cached', { method: 'GET', path, headers: { 'x-api-key': key } })),
  );
}

/** Requests that are never cached, so each one needs the database. */
export async function uncachedPages(send: Send, key: string): Promise<SampleRequest[]> {
  const urls = ['shop-1.example', 'shop-2.example', 'shop-3.example'];
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ urls });
  return Promise.all(
    ['/programs-batch', '/api/v1/programs-batch'].map((path) =>
      unchanging(send, 'uncached', { method: 'POST', path, headers, body }),
    ),
  );
}

/** Requests for many pages, so that requests at the same time do not share one read. */
export async function manyPages(send: Send, key: string): Promise<SampleRequest[]> {
  const paths = Array.from({ length: 10 }, (_, index) => `/programs?url=shop-${5 * index + 1}.example`);
  return Promise.all(
    paths.map((path) => unchanging(send, 'many', { method: 'GET', path, headers: { 'x-api-key': key } })),
  );
}

/** A request with a well-formed key that does not exist. */
export function unknownKey(): SampleRequest {
  return {
    name: 'unknown key',
    method: 'GET',
    path: '/programs',
    headers: { 'x-api-key': createToken() },
    status: 401,
    isRight: ({ text }) => text === '{"error":true,"message":"Wrong API key"}',
  };
}

async function unchanging(send: Send, name: string, parts: RequestParts): Promise<SampleRequest> {
  const { status, text } = await send(parts);
  if (status !== 200 || text === '[]') throw new Error(`${parts.path} was answered ${status} ${text}`);
  return { name, ...parts, status, isRight: (reply: Reply) => reply.text === text };
}
