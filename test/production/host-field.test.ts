import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rejectInvalidHost } from '../../src/http/host-header.js';
import { RawConnection } from '../client/raw-connection.js';

describe('the Host field', () => {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const body = rejectInvalidHost(request)?.body ?? Buffer.from('fine');
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.close();
  });

  async function problemWith(version: string, ...fields: string[]): Promise<string | undefined> {
    const connection = await RawConnection.open((server.address() as AddressInfo).port);
    connection.send(`GET / HTTP/${version}`, ...fields, 'Connection: close', '', '');
    const { body } = await connection.reply();
    connection.close();
    return body === 'fine' ? undefined : (JSON.parse(body) as { message: string }).message;
  }

  test.each([
    ['a'],
    ['directory.example'],
    ['directory.example:8443'],
    ['127.0.0.1:80'],
    ['[::1]'],
    ['[2001:db8::1]:443'],
    ['my_shop.example'],
    ['%C3%BC.example'],
    [''],
  ])('may be "%s"', async (value) => {
    expect(await problemWith('1.1', `Host: ${value}`)).toBeUndefined();
  });

  test.each([
    'a b',
    'a/b',
    'user@a',
    'a, b',
    'a:b',
    'a:1:2',
    '[::1',
    'https://a',
    'a?b',
    '%zz',
    'm\xfcller',
    '"a"',
  ])('may not be "%s"', async (value) => {
    expect(await problemWith('1.1', `Host: ${value}`)).toBe('the Host field is not a host');
  });

  test('may be missing only in HTTP/1.0', async () => {
    expect(await problemWith('1.1')).toBe('the Host field is missing');
    expect(await problemWith('1.0')).toBeUndefined();
  });

  test.each(['1.1', '1.0'])('may not appear twice in HTTP/%s', async (version) => {
    expect(await problemWith(version, 'Host: a', 'X-A: b', 'hOST: a')).toBe('the Host field appears twice');
    expect(await problemWith(version, 'Host:', 'Host: a')).toBe('the Host field appears twice');
  });
});
