import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import {
  appendToHead,
  canAppendToHead,
  formatAll,
  writeHead,
  type WriteHead,
} from '../../src/http/response-head.js';
import { RawConnection } from '../client/raw-connection.js';

const FIELDS = ['Content-Length', '2', 'X-Own', 'one'];
const FORMATTED = 'X-Common: two\r\nX-Value: a: b, c\r\nX-Request-Id: mine\r\n';

/** Sends two requests on one connection, and returns the responses without their dates. */
async function responsesOf(write: WriteHead, set?: (response: ServerResponse) => void): Promise<string[]> {
  const server = createServer((_, response) => {
    set?.(response);
    write(response, 203, FIELDS, FORMATTED);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = await RawConnection.open((server.address() as AddressInfo).port);
  const responses: string[] = [];
  for (const last of ['', 'Connection: close\r\n']) {
    connection.send(`GET / HTTP/1.1\r\nHost: a\r\n${last}\r\n`);
    const { status, headers, names, body } = await connection.reply();
    const lines = names.map((name) => `${name}: ${name === 'date' ? '' : headers[name]}`).sort();
    responses.push([status, ...lines, body].join('\n'));
  }
  await connection.end();
  server.close();
  return responses;
}

describe('the head of a response', () => {
  test('is the same whether formatted fields are appended to it or formatted again', async () => {
    const appended = await responsesOf(appendToHead);
    expect(appended).toEqual(await responsesOf(formatAll));
    expect(appended[0]).toContain('x-value: a: b, c');
    expect(appended[1]).toContain('connection: close');
  });

  test('keeps fields that were set on the response before, with both implementations', async () => {
    const set = (response: ServerResponse) => response.setHeader('X-Before', 'set');
    const appended = await responsesOf(appendToHead, set);
    expect(appended).toEqual(await responsesOf(formatAll, set));
    expect(appended[0]).toContain('x-before: set');
  });

  test('is written by a writeHead that middleware has set on the response, with both implementations', async () => {
    const wrap = (response: ServerResponse) => {
      const original = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
      response.writeHead = (...head: unknown[]) => {
        response.setHeader('X-Wrapped', 'yes');
        return original(...head);
      };
    };
    for (const write of [appendToHead, formatAll])
      expect((await responsesOf(write, wrap))[0]).toContain('x-wrapped: yes');
  });

  test('is appended to with this version of Node', () => {
    expect(canAppendToHead()).toBe(true);
    expect(writeHead).toBe(appendToHead);
  });

  test.each<[string, PropertyDescriptor]>([
    ['is no text', { get: () => ({ status: 200 }) }],
    ['cannot be replaced', { get: () => 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n', set: () => undefined }],
    ['looks otherwise', { value: 'A: b\n\n', writable: true }],
    ['is not there', { get: () => undefined }],
  ])('is formatted by Node alone where the head that Node made %s', (_, property) => {
    const makeResponse = () => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      response.writeHead = () =>
        Object.defineProperty(response, '_header', { configurable: true, ...property });
      return response;
    };
    expect(canAppendToHead(makeResponse)).toBe(false);
  });
});
