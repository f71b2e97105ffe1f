import { createToken } from '../../../src/tokens/api-key-token.js';
import { type Question } from './question.js';
import { type Asked, type Reply, type Send } from './send.js';

/** Asks for pages that an instance holds after the first time; the answers must stay what they are now. */
export async function heldPages(send: Send, key: string): Promise<Question[]> {
  const paths = ['/programs', '/networks', '/api/v1/programs?sort=name', '/api/v1/networks?page=2'];
  return Promise.all(
    paths.map((path) => unchanging(send, 'held', { method: 'GET', path, headers: { 'x-api-key': key } })),
  );
}

/** Asks what is never held, so that the database has to answer each time. */
export async function readPages(send: Send, key: string): Promise<Question[]> {
  const urls = ['shop-1.example', 'shop-2.example', 'shop-3.example'];
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ urls });
  return Promise.all(
    ['/programs-batch', '/api/v1/programs-batch'].map((path) =>
      unchanging(send, 'read', { method: 'POST', path, headers, body }),
    ),
  );
}

/** Requests for many pages, so that requests at the same time do not share one read. */
export async function manyPages(send: Send, key: string): Promise<Question[]> {
  const paths = Array.from({ length: 10 }, (_, index) => `/programs?url=shop-${5 * index + 1}.example`);
  return Promise.all(
    paths.map((path) => unchanging(send, 'many', { method: 'GET', path, headers: { 'x-api-key': key } })),
  );
}

/** Asks with a well-formed key that nobody has. */
export function strangers(): Question {
  return {
    name: 'stranger',
    method: 'GET',
    path: '/programs',
    headers: { 'x-api-key': createToken() },
    status: 401,
    isRight: ({ text }) => text === '{"error":true,"message":"Wrong API key"}',
  };
}

async function unchanging(send: Send, name: string, asked: Asked): Promise<Question> {
  const { status, text } = await send(asked);
  if (status !== 200 || text === '[]') throw new Error(`${asked.path} was answered ${status} ${text}`);
  return { name, ...asked, status, isRight: (reply: Reply) => reply.text === text };
}
