import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DirectoryClient, DirectoryError } from '../../clients/typescript/src/index.js';
import { collect } from './collect.js';
import { error, page, type Response, ScriptedServer } from './scripted-server.js';

const KEY = 'apd_test';
let server: ScriptedServer;
let elsewhere: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.open();
  elsewhere = await ScriptedServer.open();
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));

const clientOf = (more: object = {}) =>
  new DirectoryClient({ baseUrl: server.url, apiKey: KEY, retries: 1, ...more });
const read = (client = clientOf()) => collect(client.programs());
const one = page([{ id: 1 }]);
const cut: Response = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('[{"id":1},', () => response.destroy());
};

describe('a request of DirectoryClient', () => {
  test.each([429, 503])('is repeated after %d when the seconds of Retry-After are over', async (status) => {
    server.respond(error(status, 'Later', { 'retry-after': '1' }), one);
    expect(await read()).toEqual([{ id: 1 }]);
    const [first, second] = server.requests;
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(990);
  });

  test('is repeated after the date of Retry-After', async () => {
    const date = new Date(Date.now() + 2000).toUTCString();
    server.respond(error(503, 'Later', { 'retry-after': date }), one);
    expect(await read()).toEqual([{ id: 1 }]);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date) - 20);
  });

  test('is repeated with a growing pause when no Retry-After says how long', async () => {
    server.respond(error(503, 'Later'), error(502, 'Later'), one);
    expect(await read(clientOf({ retries: 2 }))).toEqual([{ id: 1 }]);
    const [first, second, third] = server.requests.map(({ at }) => at);
    expect(second! - first!).toBeGreaterThanOrEqual(240);
    expect(third! - second!).toBeGreaterThanOrEqual(490);
  });

  test('is repeated when the connection is cut, in the middle of a body too', async () => {
    server.respond((response) => response.destroy(), cut, one);
    expect(await read(clientOf({ retries: 2 }))).toEqual([{ id: 1 }]);
    expect(server.targets).toEqual(Array(3).fill('/api/v1/programs'));
  });

  test('is repeated when a body without a length is cut', async () => {
    server.respond((response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('[{"id":1},');
    }, one);
    expect(await read()).toEqual([{ id: 1 }]);
  });

  test('is repeated `retries` times and then rejects with the last error', async () => {
    server.respond(error(429, 'Too many requests', { 'retry-after': '0' }));
    await expect(read(clientOf({ retries: 3 }))).rejects.toMatchObject({
      name: 'DirectoryError',
      status: 429,
      message: 'Too many requests',
      requestId: 'request-1',
    });
    expect(server.requests.length).toBe(4);
  });

  test('rejects without a status after the last network error, and keeps its cause', async () => {
    const gone = await ScriptedServer.open();
    const { url } = gone;
    await gone.close();
    const failure = await read(clientOf({ baseUrl: url, retries: 0 })).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(DirectoryError);
    expect(failure).toMatchObject({ status: undefined, message: expect.stringContaining('ECONNREFUSED') });
    expect((failure as Error).cause).toMatchObject({ name: 'TypeError' });
  });

  test.each([400, 401, 403, 404, 410, 413, 500])('is not repeated after %d', async (status) => {
    server.respond(error(status, 'No'));
    await expect(read()).rejects.toMatchObject({ status, message: 'No' });
    expect(server.requests.length).toBe(1);
  });

  test('begins its count of retries again with each page', async () => {
    const busy = error(429, 'Later', { 'retry-after': '0' });
    server.respond(busy, page([{ id: 1 }], '/api/v1/programs?cursor=a'), busy, page([{ id: 2 }]));
    expect(await read()).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe('DirectoryClient on a server that is no directory', () => {
  const html = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
  test.each<[string, Response, object]>([
    ['HTML', html, { status: 200, message: expect.stringContaining('text/html') }],
    ['an HTML error', { ...html, status: 500 }, { status: 500, message: 'HTTP 500' }],
    ['an object', { body: { id: 1 } }, { message: expect.stringContaining('not an array') }],
    ['null', { body: null }, { message: expect.stringContaining('not an array') }],
    ['an array without Link', { body: [] }, { message: expect.stringContaining('no Link') }],
    ['an empty response', (response) => response.writeHead(204).end(), { status: 204 }],
    ['an error without a message', { status: 400, body: [] }, { status: 400, message: 'HTTP 400' }],
  ])('rejects %s', async (_, response, expected) => {
    server.respond(response);
    await expect(read(clientOf({ retries: 0 }))).rejects.toMatchObject({
      name: 'DirectoryError',
      ...expected,
    });
  });

  test.each([301, 302, 307, 308])('does not follow a redirect (%d)', async (status) => {
    elsewhere.respond(one);
    server.respond({ status, headers: { location: `${elsewhere.url}/api/v1/programs` }, body: '' });
    await expect(read()).rejects.toMatchObject({ status, message: expect.stringContaining('redirect') });
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  test('program() does not take the 404 of another server for an unknown id', async () => {
    server.respond({ ...html, status: 404 });
    await expect(clientOf().program(1)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the next link of a page', () => {
  const query = '?cursor=a%2Bb&sort=-name';
  test.each([
    ['a path', () => `/api/v1/programs${query}`],
    ['an address below the prefix of a proxy', () => `${server.url}/prefix/api/v1/programs${query}`],
    ['an address on another origin', () => `${elsewhere.url}/api/v1/programs${query}`],
    ['an address without a scheme', () => `//${new URL(elsewhere.url).host}/api/v1/programs${query}`],
  ])('is read as a page of baseUrl when it is %s', async (_, link) => {
    elsewhere.respond(one);
    server.respond(page([{ id: 1 }], link()), page([{ id: 2 }]));
    expect(await read(clientOf({ baseUrl: `${server.url}/behind/` }))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(server.targets).toEqual(['/behind/api/v1/programs', `/behind/api/v1/programs${query}`]);
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, KEY]);
    expect(elsewhere.requests).toEqual([]);
  });

  test('is found among other links', async () => {
    const link =
      '</a.css>; rel=preload; as=style, </x,y>; rel="prev next-to", </api/v1/programs?cursor=b>; rel=next';
    server.respond({ headers: { link }, body: [{ id: 1 }] }, one);
    await read();
    expect(server.targets[1]).toBe('/api/v1/programs?cursor=b');
  });

  test('that links to its own page is an error', async () => {
    server.respond(page([{ id: 1 }], '/api/v1/programs?cursor=a'));
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('links to itself') });
    expect(server.requests.length).toBe(2);
  });
});

describe('the signal of DirectoryClient', () => {
  const reason = new Error('Enough');
  async function rejectsWithin(ms: number, response: Response, retries = 5): Promise<void> {
    server.respond(response);
    const controller = new AbortController();
    const reading = read(clientOf({ signal: controller.signal, retries }));
    const started = performance.now();
    setTimeout(() => controller.abort(reason), 100);
    await expect(reading).rejects.toBe(reason);
    expect(performance.now() - started).toBeLessThan(ms);
  }

  test('ends a request without a response', () => rejectsWithin(2000, () => undefined));
  test('ends a pause', () => rejectsWithin(2000, error(429, 'Later', { 'retry-after': '60' })));
  test('ends a pause that is longer than any timer', () =>
    rejectsWithin(2000, error(429, 'Later', { 'retry-after': '9999999999' })));
  test('ends a body that never ends', () =>
    rejectsWithin(2000, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = setInterval(() => response.write('[1,'), 5);
      response.on('close', () => clearInterval(more));
    }));

  test('ends an iteration between two programs', async () => {
    server.respond(page([{ id: 1 }, { id: 2 }]));
    const controller = new AbortController();
    const programs = clientOf({ signal: controller.signal }).programs();
    expect(await programs.next()).toMatchObject({ value: { id: 1 } });
    controller.abort(reason);
    await expect(programs.next()).rejects.toBe(reason);
  });

  test('that is aborted already lets no request be sent', async () => {
    server.respond(one);
    await expect(read(clientOf({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});

describe('the options of DirectoryClient', () => {
  test.each([
    ['a baseUrl that is no address', { baseUrl: 'directory.example' }],
    ['a baseUrl of another scheme', { baseUrl: 'ftp://directory.example' }],
    ['a baseUrl with credentials', { baseUrl: 'https://user:secret@directory.example' }],
    ['an empty key', { apiKey: ' ' }],
    ['no key', { apiKey: undefined }],
    ['a negative number of retries', { retries: -1 }],
    ['retries that are no number', { retries: Number.NaN }],
  ])('must not have %s', (_, option) => {
    expect(() => clientOf(option)).toThrow(expect.objectContaining({ name: 'TypeError' }));
  });

  test('are not shown with a key that is invalid or valid', () => {
    const invalid = () => clientOf({ apiKey: 'apd_secret\u2026' });
    expect(invalid).toThrow('apiKey must be a key of the directory');
    expect(JSON.stringify(clientOf()) + String(Object.values(clientOf()))).not.toContain(KEY);
  });

  test('may have a key with white space around it, as files have', async () => {
    server.respond(one);
    await read(clientOf({ apiKey: `${KEY}\r\n` }));
    expect(server.requests[0]!.headers['x-api-key']).toBe(KEY);
  });
});
