import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { RawConnection } from '../client/raw-connection.js';
import { addNetwork } from '../database/rows.js';

const malformed = {
  error: true,
  message: 'the request is not valid HTTP',
  details: [{ field: 'request', message: 'the request is not valid HTTP' }],
};
let directory: Directory;
let connection: RawConnection;

beforeAll(async () => {
  directory = await openDirectory();
  await addNetwork(directory.database, { name: 'Wire' });
});
afterAll(() => directory.close());
afterEach(() => connection.close());

async function sends(...lines: string[]): Promise<RawConnection> {
  connection = await RawConnection.open(directory.port);
  return connection.send(...lines);
}
const key = () => `X-Api-Key: ${directory.key}`;

describe('Invalid HTTP gets 400 in the common shape of errors, and the connection is closed:', () => {
  test.each([
    ['garbage', ['garbage', '', '']],
    ['a method of no RFC', ['STEAL /programs HTTP/1.1', 'Host: a', '', '']],
    ['a method in lower case', ['get /programs HTTP/1.1', 'Host: a', '', '']],
    ['HTTP of another kind', ['GET /programs HTTP/9.9', 'Host: a', '', '']],
    ['HTTP/2 without a word', ['PRI * HTTP/2.0', '', 'SM', '', '']],
    ['a TLS greeting', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03']],
    ['a blank in the target', ['GET /pro grams HTTP/1.1', 'Host: a', '', '']],
    ['a field without a colon', ['GET /programs HTTP/1.1', 'Host: a', 'nonsense', '', '']],
    ['a control character in a value', ['GET /programs HTTP/1.1', 'Host: a', 'X-A: b\x00c', '', '']],
    ['a blank before the colon', ['GET /programs HTTP/1.1', 'Host: a', 'X-A : b', '', '']],
    ['a bad length', ['POST /programs-batch HTTP/1.1', 'Host: a', 'Content-Length: -1', '', '']],
    [
      'two lengths',
      ['POST /programs-batch HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2', '', ''],
    ],
    [
      'a length beside chunks',
      ['POST /programs-batch HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked', '', ''],
    ],
  ])('%s', async (_, lines) => {
    const reply = await (await sends(...lines)).reply();
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toEqual(malformed);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
      connection: 'close',
    });
    expect(await connection.end()).toBe('');
  });

  test('an invalid chunk of a body that is being read', async () => {
    const lines = ['POST /programs-batch HTTP/1.1', 'Host: a', key(), 'Content-Type: application/json'];
    await sends(...lines, 'Transfer-Encoding: chunked', '', 'zz', '', '');
    const reply = await connection.reply();
    expect([reply.status, JSON.parse(reply.body).error]).toEqual([400, true]);
  });
});

describe('A Host field', () => {
  test('that is missing is 400', async () => {
    const reply = await (await sends('GET /networks HTTP/1.1', key(), '', '')).reply();
    const message = 'the Host field is missing';
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      400,
      { error: true, message, details: [{ field: 'host', message }] },
    ]);
  });

  test('that appears twice is 400', async () => {
    const lines = ['GET /networks HTTP/1.1', 'Host: a', 'Host: b', key(), '', ''];
    const reply = await (await sends(...lines)).reply();
    expect([reply.status, JSON.parse(reply.body).details[0].field]).toEqual([400, 'host']);
  });

  test('may be missing in HTTP/1.0', async () => {
    const reply = await (await sends('GET /networks HTTP/1.0', key(), '', '')).reply();
    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([200, [{ name: 'Wire' }]]);
    expect(await connection.end()).toBe('');
  });
});

describe('The request target', () => {
  test.each(['http://directory.example/networks', 'http://a/networks?page=1', 'HTTP://A/networks'])(
    'may be absolute: %s',
    async (target) => {
      for (let round = 0; round < 2; round++) {
        const reply = await (await sends(`GET ${target} HTTP/1.1`, 'Host: b', key(), '', '')).reply();
        expect([reply.status, JSON.parse(reply.body)]).toMatchObject([200, [{ name: 'Wire' }]]);
        expect(reply.headers.link).toBe('</networks>; rel="first", </networks>; rel="last"');
        connection.close();
      }
    },
  );

  test.each([
    ['http://directory.example/nosuch', 'GET', 404],
    ['http://directory.example/networks', 'DELETE', 405],
    ['http://directory.example', 'GET', 404],
    ['http://directory.example/health/live', 'GET', 200],
    ['http://[::/health/live', 'GET', 200],
    ['http://a%00b/networks', 'DELETE', 405],
    ['http://?x', 'GET', 404],
    ['other://a/health/live', 'GET', 200],
    ['/health/live#/nosuch', 'GET', 200],
    ['*', 'GET', 404],
  ])('%s of %s is routed by its path', async (target, method, status) => {
    const reply = await (await sends(`${method} ${target} HTTP/1.1`, 'Host: a', '', '')).reply();
    expect([reply.status, typeof JSON.parse(reply.body)]).toEqual([status, 'object']);
    expect(reply.headers).toHaveProperty('x-request-id');
  });

  test('* of OPTIONS gets a response with JSON or without a body', async () => {
    const reply = await (await sends('OPTIONS * HTTP/1.1', 'Host: a', '', '')).reply();
    expect([204, 404]).toContain(reply.status);
  });

  test('of CONNECT is 404', async () => {
    const reply = await (await sends('CONNECT directory.example:443 HTTP/1.1', 'Host: a', '', '')).reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([404, { error: true, message: 'Not found' }]);
  });

  test.each(['/programs?url=m\xc3\xbcller.example', '/m\xc3\xbcller', '/\x85'])(
    'of bytes that are not ASCII is not valid HTTP: %j',
    async (target) => {
      const reply = await (await sends(`GET ${target} HTTP/1.1`, 'Host: a', key(), '', '')).reply();
      expect([reply.status, JSON.parse(reply.body)]).toEqual([400, malformed]);
    },
  );
});

describe('A keep-alive connection', () => {
  const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: a', key(), '', ''];

  test('gets responses to pipelined requests in their order', async () => {
    await sends(...get('/networks'), '');
    connection.close();
    const requests = [
      get('/networks'),
      get('/nosuch'),
      get('/networks?sort=x'),
      get('/networks'),
      get('/health/live'),
    ];
    await sends(requests.map((lines) => lines.join('\r\n')).join(''));
    const statuses: number[] = [];
    for (let count = 0; count < requests.length; count++) statuses.push((await connection.reply()).status);
    expect(statuses).toEqual([200, 404, 400, 200, 200]);
    expect(connection.unread).toBe('');
  });

  test('stays open after an error, for the next request', async () => {
    const body = 'x'.repeat(100);
    const post = [
      'POST /programs-batch HTTP/1.1',
      'Host: a',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    await sends(post + get('/networks').join('\r\n'));
    expect((await connection.reply()).status).toBe(401);
    expect((await connection.reply()).status).toBe(200);
  });

  const getWith = (...fields: string[]) => ['GET /networks HTTP/1.1', 'Host: a', key(), ...fields, '', ''];
  const garbage = () => ['garbage', '', ''];
  test.each([
    ['what is not HTTP', [getWith, getWith, garbage, getWith], [200, 200, 400]],
    ['it, behind an error', [() => get('/nosuch'), garbage], [404, 400]],
    ['it, after a page that is not cached', [() => get('/networks?page=7'), garbage], [200, 400]],
    ['chunks that are none', [getWith, () => getWith('Transfer-Encoding: chunked'), garbage], [200, 400]],
    ['a request that was not announced', [getWith, () => getWith('Connection: close'), getWith], [200, 200]],
    [
      'a tunnel',
      [getWith, () => get('/networks?page=7'), () => ['CONNECT a:443 HTTP/1.1', 'Host: a', '', '']],
      [200, 200, 404],
    ],
    ['it, behind the last request', [() => getWith('Connection: close'), garbage], [200]],
  ])('that ends with %s gets the responses before', async (_, requests, expected) => {
    // From the database, and then from memory.
    for (let round = 0; round < 2; round++) {
      await sends(requests.map((lines) => lines().join('\r\n')).join(''));
      const statuses: number[] = [];
      for (let count = 0; count < expected.length; count++) statuses.push((await connection.reply()).status);
      expect([statuses, await connection.end()]).toEqual([expected, '']);
    }
  });

  test('that asks for an upgrade gets the usual response', async () => {
    const lines = [
      'GET /networks HTTP/1.1',
      'Host: a',
      key(),
      'Connection: Upgrade',
      'Upgrade: websocket',
      '',
      '',
    ];
    const reply = await (await sends(...lines)).reply();
    // What the parser loses of the packet is not waited for.
    expect([reply.status, reply.headers.connection]).toEqual([200, 'close']);
  });

  test('that asks for a tunnel and disconnects does not affect other clients', async () => {
    for (let times = 0; times < 20; times++) {
      await sends('CONNECT a:443 HTTP/1.1', 'Host: a', '', '');
      connection.socket.resetAndDestroy();
    }
    expect((await (await sends(...get('/networks'))).reply()).status).toBe(200);
  });

  test('on which a rejected body is not sent gets one response', async () => {
    const server = directory.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 200, requestTimeout: 200 });
    await sends('POST /programs-batch HTTP/1.1', 'Host: a', 'Content-Length: 1000', '', '');
    expect((await connection.reply()).status).toBe(401);
    expect(await connection.end()).toBe('');
    Object.assign(server, { headersTimeout, requestTimeout });
  });
});

describe('A response head has each field once, and the right Connection field:', () => {
  const KEPT = { connection: 'keep-alive', 'keep-alive': 'timeout=72' };
  const CLOSED = { connection: 'close' };
  const SHARED = {
    'content-security-policy': expect.any(String),
    date: expect.stringMatching(/ GMT$/),
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'mine',
  };
  const PAGE = {
    ...SHARED,
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
    'directory-version': expect.stringMatching(/^\d+$/),
    etag: expect.stringMatching(/^W\/"/),
    link: '</networks>; rel="first", </networks>; rel="last"',
    'x-total-count': expect.stringMatching(/^\d+$/),
  };
  const LONG = { 'content-length': expect.stringMatching(/^[1-9]\d*$/) };
  const ERROR = {
    ...SHARED,
    ...LONG,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  };

  test.each([
    ['a page', 'GET /networks HTTP/1.1', [], { ...PAGE, ...LONG, ...KEPT }],
    ['HEAD', 'HEAD /networks HTTP/1.1', [], { ...PAGE, ...LONG, ...KEPT }],
    ['304', 'GET /networks HTTP/1.1', ['If-None-Match: *'], { ...PAGE, ...KEPT }],
    ['a last request', 'GET /networks HTTP/1.1', ['Connection: close'], { ...PAGE, ...LONG, ...CLOSED }],
    ['HTTP/1.0', 'GET /networks HTTP/1.0', [], { ...PAGE, ...LONG, ...CLOSED }],
    [
      'HTTP/1.0 that goes on',
      'GET /networks HTTP/1.0',
      ['Connection: keep-alive'],
      { ...PAGE, ...LONG, ...KEPT },
    ],
    ['304 of HTTP/1.0', 'GET /networks HTTP/1.0', ['If-None-Match: *'], { ...PAGE, ...CLOSED }],
    ['204', 'OPTIONS /networks HTTP/1.1', [], { ...SHARED, ...KEPT, allow: 'GET, HEAD, OPTIONS' }],
    ['an error', 'GET /nosuch HTTP/1.1', [], { ...ERROR, ...KEPT }],
  ])('%s', async (_, start, fields, expected) => {
    // From the database, and then from memory.
    for (let round = 0; round < 2; round++) {
      await sends(start, 'Host: a', key(), 'X-Request-Id: mine', ...fields, '', '');
      const { headers, names } = await connection.reply(start.split(' ')[0]);
      expect(headers).toEqual(expected);
      expect(names).toHaveLength(Object.keys(expected).length);
      expect(connection.unread).toBe('');
      connection.close();
    }
  });
});

describe('A client that sent Expect: 100-continue', () => {
  const post = (...fields: string[]) => [
    'POST /programs-batch HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Expect: 100-continue',
    ...fields,
    '',
    '',
  ];

  test('gets no 100 without a key', async () => {
    const reply = await (await sends(...post('Content-Length: 11'))).reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([401, { error: true, message: 'Wrong API key' }]);
  });

  test('gets no 100 when its body would be too large, or of the wrong type', async () => {
    expect((await (await sends(...post(key(), 'Content-Length: 1048577'))).reply()).status).toBe(413);
    connection.close();
    const plain = post(key(), 'Content-Length: 11').map((line) =>
      line.replace('application/json', 'text/plain'),
    );
    expect((await (await sends(...plain)).reply()).status).toBe(415);
  });

  test('gets 100 with a key, and then the response', async () => {
    expect((await (await sends(...post(key(), 'Content-Length: 11'))).reply()).status).toBe(100);
    connection.send('{"urls":[]}');
    expect((await connection.reply()).status).toBe(200);
  });

  test('gets a response when its expectation is unknown', async () => {
    const reply = await (
      await sends('GET /networks HTTP/1.1', 'Host: a', key(), 'Expect: cake', '', '')
    ).reply();
    expect([200, 417]).toContain(reply.status);
  });
});

describe('A rejected body', () => {
  test('is not read: 401 is sent before it arrives', async () => {
    await sends(
      'POST /programs-batch HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 999999999',
      '',
      '{',
    );
    const reply = await connection.reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([401, { error: true, message: 'Wrong API key' }]);
  });

  test('is not read: 413 is sent before it arrives', async () => {
    await sends(
      'POST /programs-batch HTTP/1.1',
      'Host: a',
      key(),
      'Content-Type: application/json',
      'Content-Length: 999999999',
      '',
      '{',
    );
    expect((await connection.reply()).status).toBe(413);
  });

  test('of unknown length is 413 once it is too long', async () => {
    await sends(
      'POST /programs-batch HTTP/1.1',
      'Host: a',
      key(),
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      '',
    );
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let count = 0; count < 17; count++) connection.send(chunk);
    const reply = await connection.reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([413, { error: true, message: 'Body too large' }]);
  });
});

describe('The HTTP limits:', () => {
  test.each([
    ['target', `GET /programs?url=${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['field', `GET /programs HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['number of fields', `GET /programs HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(6000)}\r\n`],
  ])('a %s over 16 KiB is 431', async (_, request) => {
    const reply = await (await sends(request)).reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      431,
      { error: true, message: 'Headers too large' },
    ]);
    expect(reply.headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' });
    expect(reply.headers).toHaveProperty('x-request-id');
  });

  test('the longest url and a cursor fit', async () => {
    const target = `/programs?url=${'%C3%BC'.repeat(2048)}&sort=networkProgramId`;
    expect((await directory.get(target)).status).toBe(200);
  });

  test.each([
    ['head', 'GET /programs HTTP/1.1\r\nHost: a\r\n'],
    [
      'body',
      'POST /programs-batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 11\r\nX-Api-Key: ',
    ],
  ])('a request whose %s is not sent is 408', async (part, beginning) => {
    const server = directory.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    server.headersTimeout = 200;
    server.requestTimeout = 200;
    await sends(part === 'body' ? `${beginning}${directory.key}\r\n\r\n{"ur` : beginning);
    const reply = await connection.reply();
    Object.assign(server, { headersTimeout, requestTimeout });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      408,
      { error: true, message: 'Request timeout' },
    ]);
    expect(await connection.end()).toBe('');
  });

  test.each([
    ['a request', () => ['GET /networks HTTP/1.1', 'Host: a', key(), '', ''], 200],
    ['nothing but an empty line', () => ['', ''], 408],
  ])('%s that the server was too busy to read in time is answered', async (_, lines, status) => {
    const server = directory.app.getHttpServer();
    const { headersTimeout } = server;
    server.headersTimeout = 200;
    await sends();
    await pause(50);
    connection.send(...lines());
    // Longer than the interval in which Node checks connections.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
    expect((await connection.reply()).status).toBe(status);
    if (status === 200) {
      connection.send('GET /networks HTTP/1.1', '');
      expect((await connection.reply()).status).toBe(408);
    }
    server.headersTimeout = headersTimeout;
  });

  test('the server keeps working after clients that disconnect during a request', async () => {
    for (const text of [
      'GET',
      'GET /programs HTTP/1.1\r\nHost',
      'POST /programs-batch HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
    ]) {
      await sends(text);
      connection.socket.resetAndDestroy();
    }
    const pending = await sends('GET /programs?sort=name HTTP/1.1', 'Host: a', key(), '', '');
    pending.socket.resetAndDestroy();
    expect((await directory.get('/networks')).status).toBe(200);
  });
});
