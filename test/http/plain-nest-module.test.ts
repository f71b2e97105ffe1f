import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type NestExpressApplication } from '@nestjs/platform-express';
import request, { type Response, type Test } from 'supertest';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config/config.js';
import { Database } from '../../src/database/database.js';
import { type RequestContext } from '../../src/http/request-context.js';
import { ResponseObserver } from '../../src/http/response-observer.js';
import { addKey } from '../database/api-key-rows.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { waitFor } from '../program/wait-for.js';
import { ReportsModule } from './plain-nest-module.js';

const ORIGIN = 'https://app.example';
const valid = { title: 'First', filter: { country: 'DE' } };

let database: TestDatabase;
let app: NestExpressApplication;
let url: string;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  key = await addKey(database);
  app = await createApp(
    readConfig({
      DATABASE_URL: database.url,
      DATABASE_POOL: '2',
      LOG_LEVEL: 'silent',
      CORS_ORIGINS: ORIGIN,
      RATE_LIMIT_PRO_API: '100000/day',
      HTTPS_ONLY: 'on',
      TRUST_PROXY: 'loopback',
    }),
    { modules: [ReportsModule] },
  );
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  await app.get(Database).untilReady();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options';

function send(method: Method, path: string): Test {
  const sent = request(url);
  return sent[method](path)
    .set({ 'x-api-key': key, 'x-forwarded-proto': 'https', 'x-request-id': 'mine', origin: ORIGIN })
    .redirects(0);
}
const get = (path: string) => send('get', path);
const post = (path: string, body: object) => send('post', path).send(body);

/** The fields that every response has. */
const COMMON = {
  'x-request-id': 'mine',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.any(String),
  'strict-transport-security': expect.stringMatching(/^max-age=/),
  'access-control-allow-origin': ORIGIN,
  'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
  vary: expect.stringContaining('Accept-Encoding'),
  ratelimit: expect.stringMatching(/^"pro-api";r=\d+/),
  'ratelimit-policy': '"pro-api";q=100000;w=86400',
};

/** Reads a response whose connection may be cut. */
const errorOf = (sent: Test): Promise<unknown> =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a controller of a plain Nest module', () => {
  test.each([
    ['an object', '/reports', 200, 'application/json; charset=utf-8', '{"type":"undefined"}'],
    ['a string', '/reports/text', 200, 'text/html; charset=utf-8', 'A report'],
    [
      'a string with its own content type',
      '/reports/csv',
      200,
      'text/csv; charset=utf-8',
      'id,title\r\n1,First\r\n',
    ],
    ['nothing', '/reports/nothing', 200, undefined, ''],
    ['null', '/reports/null', 200, undefined, ''],
    ['a promise', '/reports/promise', 200, 'application/json; charset=utf-8', '{"later":true}'],
    ['an observable', '/reports/observable', 200, 'application/json; charset=utf-8', '{"last":true}'],
    ['a stream', '/reports/stream', 200, 'text/plain', 'one two three'],
    ['a redirect', '/reports/redirect', 302, 'text/plain; charset=utf-8', 'Found. Redirecting to /reports'],
    ['its own response', '/reports/own-response', 203, 'application/json; charset=utf-8', /^\{"text":"own /],
    ['its own bytes', '/reports/own-end', 200, 'text/plain', 'own bytes'],
    [
      'a passed-through response',
      '/reports/passthrough',
      202,
      'application/json; charset=utf-8',
      '{"accepted":true}',
    ],
    [
      'an object in an envelope',
      '/reports/enveloped',
      200,
      'application/json; charset=utf-8',
      '{"data":{"enveloped":true}}',
    ],
    ['an exception', '/reports/throws/forbidden', 403, 'application/json; charset=utf-8', /Your plan/],
    ['a fault', '/reports/throws/error', 500, 'application/json; charset=utf-8', /Internal error/],
  ] as const)('that returns %s sends it with every common header', async (_, path, status, type, body) => {
    const response = await get(path);
    expect([response.status, response.headers['content-type']]).toEqual([status, type]);
    if (typeof body === 'string') expect(response.text).toBe(body);
    else expect(response.text).toMatch(body);
    expect(response.headers).toMatchObject(COMMON);
    expect(response.headers).not.toHaveProperty('x-powered-by');
  });

  test('that sends events streams them with every common header', async () => {
    const response = await get('/reports/events');
    expect(response.headers).toMatchObject({
      ...COMMON,
      'content-type': expect.stringContaining('text/event-stream'),
    });
    expect(response.text).toContain('data: {"event":1}');
    expect(response.text).toContain('data: {"event":2}');
  });

  test('keeps the status, the fields and the cookies that it has set on the response', async () => {
    const { headers } = await get('/reports/passthrough');
    expect(headers).toMatchObject({ 'x-report': '7', 'set-cookie': ['seen=yes; Path=/'] });
    expect((await get('/reports/csv')).headers['cache-control']).toBe('public, max-age=60');
  });

  test.each(['/reports/large', '/reports/own-response'])(
    'sends more than 1 kB as gzip to a client that accepts it: %s',
    async (path) => {
      const response = await get(path).set('accept-encoding', 'gzip');
      expect(response.headers['content-encoding']).toBe('gzip');
      expect(Number(response.headers['content-length'])).toBeLessThan(500);
      expect(JSON.parse(response.text).text.length).toBeGreaterThan(1000);
      const plain = await get(path).set('accept-encoding', 'identity');
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.text).toBe(response.text);
    },
  );

  test.each([
    '/reports',
    '/reports/large',
    '/reports/text',
    '/reports/stream',
    '/reports/nothing',
    '/reports/8',
  ])('answers HEAD as GET, without the body: %s', async (path) => {
    const [byGet, byHead] = [
      await get(path).set('accept-encoding', 'gzip'),
      await send('head', path).set('accept-encoding', 'gzip'),
    ];
    const fields: Record<string, unknown> = { ...byGet.headers };
    for (const name of ['date', 'ratelimit', 'transfer-encoding']) delete fields[name];
    expect([byHead.status, byHead.text ?? '']).toEqual([byGet.status, '']);
    expect(byHead.headers).toMatchObject(fields);
  });

  test('that sets an ETag gets 304 for a condition that matches', async () => {
    const response = await get('/reports/etag').set('if-none-match', '"seven"');
    expect([response.status, response.text, response.headers.etag]).toEqual([304, '', '"seven"']);
    expect(response.headers).toMatchObject(COMMON);
    expect((await get('/reports/etag').set('if-none-match', '"eight"')).body).toEqual({ etag: 7 });
  });

  test('writes one log line for each response, with its route and status', async () => {
    const responded = jest.spyOn(app.get(ResponseObserver), 'responded');
    for (const path of [
      '/reports',
      '/reports/stream',
      '/reports/redirect',
      '/reports/own-end',
      '/reports/7',
      '/reports/events',
    ])
      await get(path);
    await waitFor(() => Promise.resolve(responded.mock.calls.length >= 6));
    const lines = responded.mock.calls.map(([context, status]: [RequestContext, number]) => [
      context.route,
      status,
    ]);
    responded.mockRestore();
    expect(lines).toEqual([
      ['/reports', 200],
      ['/reports/stream', 200],
      ['/reports/redirect', 302],
      ['/reports/own-end', 200],
      ['/reports/:id', 404],
      ['/reports/events', 200],
    ]);
  });

  test('closes the connection when its stream fails, and does not reveal why', async () => {
    const error = await errorOf(get('/reports/broken-stream'));
    expect(String(error)).not.toContain('SELECT');
    expect(String(error)).toMatch(/^Error: /);
    expect((await get('/reports')).status).toBe(200);
  });

  test('answers 500 for a value that cannot be serialized', async () => {
    const response = await get('/reports/unserializable');
    expect([response.status, response.body]).toEqual([500, { error: true, message: 'Internal error' }]);
  });

  test('has PUT, PATCH and DELETE, with 204 for an empty response', async () => {
    expect((await send('patch', '/reports/3').send({ title: 'New' })).body).toEqual({ id: 3, title: 'New' });
    expect((await send('put', '/reports/3').send({ title: 'New' })).body).toEqual({ id: 3, title: 'New' });
    const removed = await send('delete', '/reports/3');
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(removed.headers).not.toHaveProperty('content-type');
    expect(removed.headers).not.toHaveProperty('content-length');
    expect(removed.headers).toMatchObject(COMMON);
  });

  test('has its own guards, whose rejections are 403', async () => {
    expect((await get('/reports/guarded').set('x-hour', '9')).body).toEqual({ guarded: true });
    const refused = await get('/reports/guarded').set('x-hour', '15');
    expect([refused.status, refused.body]).toEqual([403, { error: true, message: 'Forbidden resource' }]);
    const thrown = await get('/reports/guarded');
    expect([thrown.status, thrown.body]).toEqual([
      403,
      { error: true, message: 'Reports are made in the morning' },
    ]);
  });

  test('is behind the API key, HTTPS and the rate limit as any other', async () => {
    const keyless = await get('/reports').set('x-api-key', '');
    expect([keyless.status, keyless.body.message]).toEqual([401, 'Wrong API key']);
    const plain = await get('/reports').set('x-forwarded-proto', 'http');
    expect([plain.status, plain.body.message]).toEqual([403, 'HTTPS required']);
  });
});

describe('an exception that a handler throws', () => {
  test.each([
    ['badRequest', 400, 'The period has ended'],
    ['badRequests', 400, 'title is taken; owner is unknown'],
    ['unauthorized', 401, 'Sign in again'],
    ['forbidden', 403, 'Your plan has no access to reports'],
    ['forbiddenWithoutMessage', 403, 'Forbidden'],
    ['notFound', 404, 'There is no such report'],
    ['notFoundWithoutMessage', 404, 'Not found'],
    ['conflict', 409, 'It changed'],
    ['gone', 410, 'Gone'],
    ['teapot', 418, 'Short and stout'],
    ['custom', 422, 'Unprocessable Entity'],
    ['internal', 500, 'The report was lost'],
    ['badGateway', 502, 'The printer is out of paper'],
    ['unavailable', 503, 'Back in a minute'],
    ['wrapping', 502, 'Bad Gateway'],
    ['error', 500, 'Internal error'],
    ['library', 418, "I'm a Teapot"],
    ['text', 500, 'Internal error'],
    ['nothing', 500, 'Internal error'],
  ])('keeps its status and message in the common shape of errors: %s', async (name, status, message) => {
    const response = await get(`/reports/throws/${name}`);
    expect([response.status, response.body]).toEqual([
      status,
      { error: true, message, ...(status === 400 && { details: [] }) },
    ]);
    expect(response.headers).toMatchObject({
      ...COMMON,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 && { 'retry-after': '1' }),
    });
  });

  test('in an observable is answered in the same way', async () => {
    const response = await get('/reports/failing-observable');
    expect([response.status, response.body]).toEqual([403, { error: true, message: 'Not this one' }]);
  });

  test('is 404 with its message for NotFoundException, beside a path and a method that no route has', async () => {
    const thrown = await get('/reports/7');
    expect([thrown.status, thrown.body.message]).toEqual([404, 'There is no report 7']);
    const unknown = await get('/reports/7/pages');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Not found']);
    const method = await send('post', '/reports/7');
    expect([method.status, method.body.message, method.headers.allow]).toEqual([
      405,
      'Method not allowed',
      'DELETE, GET, HEAD, OPTIONS, PATCH, PUT',
    ]);
    const options = await send('options', '/reports/7').set('access-control-request-method', 'DELETE');
    expect([options.status, options.headers.allow]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT']);
    expect(options.headers['access-control-allow-methods']).toContain('DELETE');
  });

  test.each(['/reports/%', '/reports/%ff', '/reports/throws/%E0%A4'])(
    'is 404 before the key for a path parameter that cannot be decoded: %s',
    async (path) => {
      const response = await get(path).set('x-api-key', '');
      expect([response.status, response.body]).toEqual([404, { error: true, message: 'Not found' }]);
    },
  );

  test('of a pipe keeps the message of the pipe', async () => {
    const response = await get('/reports/seven');
    expect([response.status, response.body.message]).toEqual([
      400,
      'Validation failed (numeric string is expected)',
    ]);
  });
});

describe('the body of a request to a plain Nest module', () => {
  test('is parsed, validated, and converted to instances of its classes, nested ones included', async () => {
    const body = {
      ...valid,
      filter: { country: 'DE', since: '2026-01-31T00:00:00Z' },
      recipients: [{ name: 'One' }, { name: 'Two', filter: { country: 'AT' } }],
      options: { wide: true, margins: [1, 2] },
    };
    const response = await post('/reports', body);
    expect([response.status, response.body]).toEqual([
      201,
      {
        title: 'First',
        classes: ['CreateReport', 'Filter', 'Recipient', 'Recipient'],
        since: Date.UTC(2026, 0, 31),
        options: body.options,
      },
    ]);
  });

  test.each([
    [{ title: 'First' }, ['filter']],
    [{ ...valid, filter: {} }, ['filter.country']],
    [{ ...valid, filter: { country: 'DE', since: 'yesterday' } }, ['filter.since']],
    [{ ...valid, filter: 'DE' }, ['filter']],
    [{ ...valid, filter: { country: 'DE', more: 1 } }, ['filter.more']],
    [{ ...valid, recipients: [{ name: 'One' }, { name: 2 }] }, ['recipients.1.name']],
    [
      { ...valid, recipients: [{ name: 'One', filter: { country: 'ZZZ' } }] },
      ['recipients.0.filter.country'],
    ],
    [{ ...valid, title: 7, more: 1, further: 2 }, ['more', 'further', 'title']],
    [JSON.parse('{"title":"First","filter":{"country":"DE","__proto__":{"a":1}}}'), ['filter.__proto__']],
    [JSON.parse('{"title":"First","filter":{"country":"DE"},"constructor":{"a":1}}'), ['constructor']],
    [JSON.parse('{"title":"First","filter":{"country":"DE"},"hasOwnProperty":1}'), ['hasOwnProperty']],
  ])('is 400 with the path of each wrong field: %j', async (body: object, fields: string[]) => {
    const response = await post('/reports', body);
    expect(response.status).toBe(400);
    const details = response.body.details as { field: string; message: string }[];
    expect(details.map(({ field }) => field)).toEqual(fields);
    for (const { field, message } of details) expect(message).toContain(field);
  });

  test('that is a list has each element parsed and validated', async () => {
    const response = await post('/reports/many', [{ title: 'One' }, { title: 'Two' }]);
    expect([response.status, response.body]).toEqual([
      202,
      [
        ['ChangeReport', 'One'],
        ['ChangeReport', 'Two'],
      ],
    ]);
    const wrong = await post('/reports/many', [{ title: 'One' }, { title: 2 }]);
    expect([wrong.status, wrong.body.error]).toEqual([400, true]);
    expect(wrong.body.message).toContain('title must be a string');
  });

  test('can be read field by field, without a class, or not at all', async () => {
    expect((await post('/reports/title', { title: 'One', more: 1 })).body).toEqual({ title: 'One' });
    expect((await post('/reports/untyped', { any: [1, { thing: null }] })).body).toEqual({
      body: { any: [1, { thing: null }] },
    });
    expect((await send('post', '/reports/action')).body).toEqual({ done: true });
    expect((await send('post', '/reports/action').type('text/plain').send('more')).body).toEqual({
      done: true,
    });
  });

  test('is not read for a handler that reads it itself', async () => {
    const response = await send('post', '/reports/raw').type('text/plain').send('12345');
    expect([response.status, response.body]).toEqual([201, { length: 5 }]);
  });

  test('may contain a file', async () => {
    const response = await send('post', '/reports/file')
      .field('title', 'With a file')
      .attach('file', Buffer.from('bytes'), 'a.txt');
    expect([response.status, response.body]).toEqual([201, { name: 'a.txt', size: 5, title: 'With a file' }]);
  });

  test.each<[string, (sent: Test) => Test, number, string]>([
    ['no key', (sent) => sent.set('x-api-key', '').type('text/plain').send('{'), 401, 'Wrong API key'],
    [
      'another type',
      (sent) => sent.type('text/plain').send('a'.repeat(2 ** 21)),
      415,
      'Expected application/json',
    ],
    ['too many bytes', (sent) => sent.type('json').send(`"${'a'.repeat(2 ** 20)}"`), 413, 'Body too large'],
    ['broken JSON', (sent) => sent.type('json').send('{'), 400, 'body must be a JSON object'],
    ['a list for an object', (sent) => sent.type('json').send('[]'), 400, 'body must be a JSON object'],
  ])('is rejected in the order of the checks: %s', async (_, with_, status, message) => {
    const response = await with_(send('post', '/reports?unknown=1'));
    expect([response.status, response.body.message]).toEqual([status, message]);
  });

  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const wide = (fields: number) =>
    Object.fromEntries(Array.from({ length: fields }, (_, at) => [at.toString(36), 1]));
  test.each([
    ['nested 10,000 levels deep', () => `{"options":{"deep":${deep(10_000)}}}`],
    ['of 80,000 fields', () => JSON.stringify({ ...valid, options: wide(80_000) })],
    [
      'of 400,000 values',
      () => JSON.stringify({ ...valid, options: { many: Array<number>(400_000).fill(1) } }),
    ],
    ['of 80,000 unknown fields', () => JSON.stringify({ ...valid, ...wide(80_000) })],
  ])('is 400 in a bounded time when it is %s', async (_, body) => {
    const sent = body();
    const started = process.cpuUsage();
    const response = await send('post', '/reports').type('json').send(sent);
    const { user } = process.cpuUsage(started);
    expect([response.status, response.body.error]).toEqual([400, true]);
    expect(user / 1000).toBeLessThan(3000);
  });
});

describe('the query of a request to a plain Nest module', () => {
  test('is converted and validated by its class', async () => {
    expect((await get('/reports?limit=7&tag=a&tag=b')).body).toEqual({
      limit: 7,
      tag: ['a', 'b'],
      type: 'number',
    });
  });

  test.each(['limit=a', 'limit=0', 'limit=101', 'limit=1&limit=2', 'more=1', '__proto__=1', 'tag[a]=1'])(
    'is 400 that names the parameter: %s',
    async (query) => {
      const response: Response = await get(`/reports?${query}`);
      expect(response.status).toBe(400);
      expect(response.body.details).toMatchObject([{ field: query.split('=')[0] }]);
    },
  );
});
