import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { type Directory, openDirectory } from '../program/directory.js';

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

let directory: Directory;
beforeAll(async () => {
  directory = await openSampleDirectory({ CORS_ORIGINS: 'https://allowed.example' });
});
afterAll(() => directory.close());

const send = (body: string | Buffer, headers: Record<string, string> = {}, to = directory) =>
  to.request('POST', '/mcp', { headers: { ...JSON_TYPE, ...headers }, body });

describe('POST /mcp', () => {
  test('answers a request of JSON-RPC in JSON', async () => {
    const reply = await send(LIST);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
  });

  test.each([
    ['no key', { 'x-api-key': '' }],
    ['an unknown key', { 'x-api-key': 'apd_wrong' }],
    ['an unknown bearer token', { 'x-api-key': '', authorization: 'Bearer apd_wrong' }],
    ['Basic in the place of Bearer', { 'x-api-key': '', authorization: 'Basic YTpi' }],
  ])('with %s is 401, and its body is not read', async (_, headers) => {
    const reply = await send('{', headers);
    expect([reply.status, reply.json]).toEqual([401, { error: true, message: 'Wrong API key' }]);
  });

  test('takes the key from x-api-key where there is an Authorization too', async () => {
    expect((await send(LIST, { authorization: 'Bearer other' })).status).toBe(200);
    const reply = await send(LIST, { 'x-api-key': 'apd_wrong', authorization: `Bearer ${directory.key}` });
    expect(reply.status).toBe(401);
  });

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['https://allowed.example', 200],
  ])('with the Origin %s is %d', async (origin, status) => {
    const reply = await send(LIST, { origin });
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.json).toEqual({ error: true, message: 'Origin not allowed' });
  });

  test('with a foreign Origin is 403 before the key is looked at', async () => {
    expect((await send(LIST, { origin: 'https://evil.example', 'x-api-key': '' })).status).toBe(403);
  });

  test('of another media type is 415, and of more than 1 MiB 413', async () => {
    expect((await send(LIST, { 'content-type': 'text/plain' })).json).toEqual({
      error: true,
      message: 'Expected application/json',
    });
    expect((await send(Buffer.alloc(1024 * 1024 + 1, ' '))).json).toEqual({
      error: true,
      message: 'Body too large',
    });
  });

  test.each(['{', '', '5', '"text"', 'null'])(
    'with the body %j is a parse error of JSON-RPC',
    async (body) => {
      const reply = await send(body);
      expect([reply.status, reply.json]).toMatchObject([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32700 } },
      ]);
    },
  );

  test('of an unknown method is an error of JSON-RPC', async () => {
    const reply = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list' }));
    expect(reply.json).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test.each(['GET', 'PUT', 'DELETE'])('is the only method: %s is 405', async (method) => {
    const reply = await directory.request(method, '/mcp');
    expect([reply.status, reply.headers.allow]).toEqual([405, 'OPTIONS, POST']);
    expect(reply.json).toEqual({ error: true, message: 'Method not allowed' });
  });

  test('counts against the rate of the plan', async () => {
    const limited = await openDirectory({ RATE_LIMIT_PRO_API: '1/min' }, directory.database);
    expect([(await send(LIST, {}, limited)).status, (await send(LIST, {}, limited)).status]).toEqual([
      200, 429,
    ]);
    await limited.close();
  });

  test('is 404 with MCP=off', async () => {
    const off = await openDirectory({ MCP: 'off' }, directory.database);
    expect((await send(LIST, {}, off)).status).toBe(404);
    await off.close();
  });

  test('is 403 over plain HTTP where HTTPS is required', async () => {
    const secure = await openDirectory({ HTTPS_ONLY: 'on', TRUST_PROXY: 'loopback' }, directory.database);
    expect((await send(LIST, {}, secure)).json).toEqual({ error: true, message: 'HTTPS required' });
    await secure.close();
  });
});

describe('arbitrary bodies', () => {
  const json = fc.json({ maxDepth: 4 });
  const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue());
  const method = fc.constantFrom(
    ...['initialize', 'tools/list', 'tools/call', 'ping', 'server/discover', 'subscriptions/listen'],
    ...['notifications/initialized', 'notifications/cancelled', 'prompts/list', 'completion/complete', ''],
  );
  const name = fc.constantFrom(
    'list_networks',
    'search_programs',
    'get_program',
    'match_urls',
    'list_changes',
    'x',
  );
  const argument = fc.constantFrom(
    'search',
    'id',
    'urls',
    'limit',
    'cursor',
    'country',
    'of',
    'since',
    '__proto__',
  );
  const meta = fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constant('2026-07-28'), fc.jsonValue()),
      'io.modelcontextprotocol/clientInfo': fc.oneof(
        fc.constant({ name: 'test', version: '1' }),
        fc.jsonValue(),
      ),
      'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const params = fc.oneof(
    fc.record(
      { name, arguments: fc.dictionary(argument, fc.jsonValue(), { maxKeys: 3 }), _meta: meta },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );
  const message = fc.record(
    { jsonrpc: fc.constantFrom('2.0', '1.0'), id, method, params },
    { requiredKeys: ['jsonrpc'] },
  );
  const body = fc.oneof(
    { weight: 1, arbitrary: json },
    { weight: 4, arbitrary: message.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }).map((value) => JSON.stringify(value)) },
  );
  const version = fc.constantFrom('2025-06-18', '2026-07-28', '2024-11-05', 'x');

  test('never get a 5xx, and always JSON', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.option(version), fc.option(method), async (text, protocol, header) => {
        const reply = await send(text, {
          ...(protocol !== null && { 'mcp-protocol-version': protocol }),
          ...(header !== null && header !== '' && { 'mcp-method': header }),
        });
        expect(reply.status).toBeLessThan(500);
        if (reply.text !== '') expect(reply.json).toEqual(expect.anything());
      }),
      { numRuns: 300 },
    );
  });
});
