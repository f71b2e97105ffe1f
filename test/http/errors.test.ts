import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';

const MIB = 1024 * 1024;
const json = { 'content-type': 'application/json' };
let directory: Directory;

beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

describe.each(['', '/api/v1'])('%s/programs-batch', (form) => {
  const post = (body: string | Buffer, headers: Record<string, string>, query = '') =>
    directory.request('POST', `${form}/programs-batch${query}`, { headers, body });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/vnd.api+json',
    'application/jsonx',
    'text/json',
    'application/json+x',
    ',application/json',
  ])('answers 415 to %s', async (type) => {
    const reply = await post('{"urls":[]}', { 'content-type': type });
    expect([reply.status, reply.json]).toEqual([415, { error: true, message: 'Expected application/json' }]);
  });

  test('answers 415 without a content type', async () => {
    expect((await post('{"urls":[]}', {})).status).toBe(415);
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset="UTF-8"',
    'application/json; charset=latin1',
    'application/json;charset',
  ])('accepts Content-Type %s', async (type) => {
    expect((await post('{"urls":[]}', { 'content-type': type })).status).toBe(200);
  });

  test.each(['zstd-of-tomorrow', 'gzip, br', 'constructor'])(
    'answers 415 that names the encodings to Content-Encoding: %s',
    async (encoding) => {
      const reply = await post('{"urls":[]}', { ...json, 'content-encoding': encoding });
      const message = 'Content-Encoding must be gzip, deflate, br or identity';
      expect([reply.status, reply.json]).toEqual([415, { error: true, message }]);
      expect(reply.headers['accept-encoding']).toBe('gzip, deflate, br');
    },
  );

  test.each<[string, (body: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (body) => body],
    ['', (body) => body],
  ])('reads a body with Content-Encoding: %s', async (encoding, encode) => {
    const reply = await post(encode(Buffer.from('{"urls":[]}')), { ...json, 'content-encoding': encoding });
    expect(reply.status).toBe(200);
  });

  test.each([
    ['UTF-8', Buffer.from('{"urls":["ü"]}')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"urls":["ü"]}')],
    ['UTF-16', Buffer.from('{"urls":["ü"]}', 'utf16le')],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeff{"urls":["ü"]}', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('{"urls":["ü"]}', 'utf16le').swap16()],
  ])('reads JSON in %s, whatever its charset parameter says', async (_, body) => {
    for (const charset of ['utf-8', 'utf-16', 'latin1', 'none-such'])
      expect((await post(body, { 'content-type': `application/json; charset=${charset}` })).status).toBe(200);
  });

  test.each([
    ' ',
    '{',
    '{"urls":[]',
    '[]',
    'null',
    '"urls"',
    '1',
    'urls=a',
    "{'urls':[]}",
    '{"urls":[],}',
    '\u0000',
    '{"urls":[]}{"urls":[]}',
    'NaN',
  ])('answers 400 to the body %j', async (body) => {
    const reply = await post(body, json);
    expect([body, reply.status, reply.json]).toEqual([
      body,
      400,
      {
        error: true,
        message: 'body must be a JSON object',
        details: [{ field: 'body', message: 'body must be a JSON object' }],
      },
    ]);
  });

  test.each([
    ['latin-1', Buffer.from('{"urls":["müller.example"]}', 'latin1')],
    ['UTF-8 that is cut', Buffer.from('{"urls":["mü').subarray(0, -1)],
  ])('answers 400 to a body in %s', async (_, body) => {
    for (const charset of ['utf-8', 'iso-8859-1']) {
      const reply = await post(body, { 'content-type': `application/json; charset=${charset}` });
      expect([reply.status, reply.json]).toEqual([
        400,
        {
          error: true,
          message: 'body must be encoded in UTF-8',
          details: [{ field: 'body', message: 'body must be encoded in UTF-8' }],
        },
      ]);
    }
  });

  test('answers 400 to no body', async () => {
    expect((await post('', json)).status).toBe(400);
    expect((await directory.request('POST', `${form}/programs-batch`, { headers: json })).status).toBe(400);
  });

  test('answers 400 to a body with Content-Encoding gzip that is not gzip', async () => {
    expect((await post('{"urls":[]}', { ...json, 'content-encoding': 'gzip' })).status).toBe(400);
  });

  test.each([
    ['of over 1 MiB', `{"urls":["${'a'.repeat(MIB)}"]}`],
    ['of over 1 MiB of blanks', `{"urls":[]}${' '.repeat(MIB)}`],
  ])('answers 413 to a body %s', async (_, body) => {
    const reply = await post(body, json);
    expect([reply.status, reply.json]).toEqual([413, { error: true, message: 'Body too large' }]);
  });

  test('reads a body of 1 MiB', async () => {
    expect((await post('{"urls":[]}'.padEnd(MIB), json)).status).toBe(200);
  });

  test('answers 400, not 500, to a body that is nested without end', async () => {
    for (const [opening, closing] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const depth = 20_000;
      const deep = opening.repeat(depth) + '1' + closing.repeat(depth);
      for (const body of [`{"urls":${deep}}`, `{"urls":[${deep}]}`, `{"urls":[],"more":${deep}}`, deep]) {
        const reply = await post(body, json);
        expect([body.slice(0, 30), reply.status]).toEqual([body.slice(0, 30), 400]);
      }
    }
  });
});

describe('Every error response', () => {
  const noUrls = { headers: json, body: '{}' };

  test.each([
    ['400 of the query', 'GET', '/programs?page=0', {}, 400],
    ['400 of the body', 'POST', '/programs-batch', noUrls, 400],
    ['401', 'GET', '/programs', { headers: { 'x-api-key': '' } }, 401],
    ['404', 'GET', '/nosuch', {}, 404],
    ['404 of an id', 'GET', '/programs/1', {}, 404],
    ['405', 'DELETE', '/programs', {}, 405],
    ['415', 'POST', '/programs-batch', { body: 'x' }, 415],
    ['431', 'GET', `/programs?url=${'a'.repeat(20_000)}`, {}, 431],
  ])('has the same shape and is not cacheable: %s', async (_, method, path, asked, status) => {
    const reply = await directory.request(method, path, asked);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(reply.headers).not.toHaveProperty('x-powered-by');
    expect(reply.headers).not.toHaveProperty('etag');
    expect(reply.json.error).toBe(true);
    expect(Object.keys(reply.json)).toEqual(['error', 'message', ...(status === 400 ? ['details'] : [])]);
  });

  test('names every unknown parameter', async () => {
    const reply = await directory.get('/programs?pages=2&page=0&__proto__=1&page%5B%5D=1&%E2%82%AC=');
    expect(reply.status).toBe(400);
    expect(reply.json.details.map(({ field }: { field: string }) => field)).toEqual([
      'pages',
      '__proto__',
      'page[]',
      '€',
      'page',
    ]);
    expect(reply.json.message).toBe(
      reply.json.details.map(({ message }: { message: string }) => message).join('; '),
    );
  });

  test('names an unknown parameter after 3000 empty ones', async () => {
    const reply = await directory.get(`/programs?${'&'.repeat(3000)}pages=2`);
    expect([reply.status, reply.json?.details]).toMatchObject([400, [{ field: 'pages' }]]);
  });

  test('names at most 20 problems', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 1]));
    const reply = await directory.post('/programs-batch', { urls: [], ...fields });
    expect([reply.status, reply.json.details.length]).toEqual([400, 20]);
  });

  const MANY = JSON.stringify(
    Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [at.toString(36), 1])),
  );
  test.each([
    ['in the body', `{"urls":[],${MANY.slice(1)}`],
    ['in its urls', `{"urls":${MANY}}`],
    ['in one of its urls', `{"urls":["a.example",${MANY}]}`],
    ['in another field', `{"urls":[],"more":[${MANY}]}`],
    ['in lists in each other', `{"urls":[[${'[[[[{}]]]],'.repeat(90_000)}1]]}`],
    ['in lists of another field', `{"urls":[],"more":[${'[[[[{}]]]],'.repeat(90_000)}1]}`],
  ])('to 80,000 fields %s is sent without delaying other requests', async (_, body) => {
    const before = process.cpuUsage();
    const asked = { headers: { 'content-type': 'application/json' }, body };
    expect((await directory.request('POST', '/programs-batch', asked)).status).toBe(400);
    // Milliseconds of work, whatever else the machine does.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });

  test('with status 500 reveals no internals', async () => {
    const broken = await openDirectory();
    await broken.sql('ALTER TABLE programs DROP COLUMN register_url CASCADE');
    const reply = await broken.get('/programs');
    await broken.close();
    expect([reply.status, reply.json]).toEqual([500, { error: true, message: 'Internal error' }]);
  });
});
