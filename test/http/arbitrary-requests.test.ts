import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addManyRows } from '../database/many-rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { type Reply } from '../client/http-client.js';

/** A failure prints its seed; with it here the run is repeated. */
const RUNS = { numRuns: 150 };

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  await addManyRows(directory.database);
});
afterAll(() => directory.close());

const gets = fc.constantFrom('/networks', '/programs', '/api/v1/networks', '/api/v1/programs');
const batches = fc.constantFrom('/programs-batch', '/api/v1/programs-batch');
const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const encoded = anyText.map((text) => encodeURIComponent(Buffer.from(text).toString()));
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('page', 'sort', 'url', 'cursor') },
  { weight: 1, arbitrary: encoded },
);
const value = fc.oneof(
  encoded,
  fc.integer().map(String),
  fc.constantFrom(
    'id',
    '-id',
    'name',
    '-updatedAt',
    'networkName',
    '1',
    '2',
    '5',
    'shop-1.example',
    '',
    '%',
    '%00',
    '%ff',
  ),
  fc.base64String({ minLength: 16, maxLength: 60 }).map((text) => text.replace(/[+/=]/g, '_')),
);
const query = fc.oneof(
  fc
    .array(
      fc.tuple(name, value).map((pair) => pair.join('=')),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('&')),
  fc.string({ maxLength: 60 }).map((text) => text.replace(/[^!-~]/g, '')),
);
/** What Node lets a client send as the value of a field. */
const fieldValue = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^ -~]/g, ''));

/** The contract's one shape of a page, and its one shape of an error. */
function expectShape(reply: Reply, { withKey = true } = {}): void {
  expect([200, 304, 400, 401, 404, 413, 415, 431]).toContain(reply.status);
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  if (reply.status === 304) return expect(reply.bytes).toHaveLength(0);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  if (reply.status === 200) {
    expect(withKey).toBe(true);
    expect(Array.isArray(reply.json)).toBe(true);
    expect(reply.json.length).toBeLessThanOrEqual(50);
    return;
  }
  const { error, message, details, ...rest } = reply.json as Record<string, unknown>;
  expect([error, typeof message, rest]).toEqual([true, 'string', {}]);
  expect(Array.isArray(details)).toBe(reply.status === 400);
}

describe('Neither a 5xx nor another shape of errors is sent', () => {
  test('for arbitrary queries', async () => {
    await fc.assert(
      fc.asyncProperty(gets, query, async (path, text) => {
        expectShape(await directory.get(`${path}?${text}`));
      }),
      RUNS,
    );
  });

  test('for arbitrary queries and bodies of the batch', async () => {
    const body = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc
        .record({
          urls: fc.array(fc.oneof(anyText, fc.webUrl(), fc.domain(), fc.anything({ maxDepth: 2 })), {
            maxLength: 110,
          }),
        })
        .map(asJson),
      fc.dictionary(fc.constantFrom('urls', '__proto__', 'url', 'constructor'), fc.jsonValue()).map(asJson),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(batches, query, body, async (path, text, sent) => {
        const headers = { 'content-type': 'application/json' };
        expectShape(await directory.request('POST', `${path}?${text}`, { headers, body: sent }));
      }),
      RUNS,
    );
  });

  test('for arbitrary values of the fields that the program reads', async () => {
    const fields = fc.dictionary(
      fc.constantFrom(
        'accept',
        'accept-encoding',
        'if-none-match',
        'x-request-id',
        'origin',
        'content-type',
        'content-encoding',
        'x-forwarded-proto',
        'x-forwarded-for',
        'forwarded',
        'cache-control',
        'if-modified-since',
        'range',
        'te',
        'x-http-method-override',
        'cookie',
        'access-control-request-method',
      ),
      fieldValue,
      { maxKeys: 5 },
    );
    await fc.assert(
      fc.asyncProperty(gets, fields, async (path, headers) => {
        const reply = await directory.get(path, headers);
        if (reply.headers['content-encoding'] === undefined) expectShape(reply);
        else expect(reply.status).toBe(200);
      }),
      RUNS,
    );
  });

  test('for arbitrary keys, of which none is admitted', async () => {
    const key = fc.oneof(
      fieldValue,
      fc.stringMatching(/^apd_[0-9A-Za-z]{49}$/),
      fc
        .nat({ max: 52 })
        .map((place) => directory.key.slice(0, place) + '*' + directory.key.slice(place + 1)),
    );
    await fc.assert(
      fc.asyncProperty(gets, key, async (path, sent) => {
        const reply = await directory.get(path, { 'x-api-key': sent });
        expect(reply.status).toBe(401);
        expectShape(reply, { withKey: false });
      }),
      RUNS,
    );
  });

  test('for arbitrary paths', async () => {
    const path = fc.string({ maxLength: 40 }).map((text) => `/${text.replace(/[^!-~]/g, '')}`);
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        expectShape(await directory.get(text));
      }),
      RUNS,
    );
  });
});

describe('For arbitrary requests,', () => {
  test('the cached response equals the first one', async () => {
    await fc.assert(
      fc.asyncProperty(gets, query, async (path, text) => {
        const [one, other] = [await directory.get(`${path}?${text}`), await directory.get(`${path}?${text}`)];
        const fieldsOf = ({ headers }: Reply) => ({ ...headers, date: '', 'x-request-id': '' });
        expect([one.status, fieldsOf(one), one.text]).toEqual([other.status, fieldsOf(other), other.text]);
      }),
      RUNS,
    );
  });

  test('a url that matches a program is the host of that program', async () => {
    const decorated = fc
      .tuple(
        fc.nat({ max: 70 }),
        fc.constantFrom('', 'https://', '//', 'HTTP://'),
        fc.constantFrom('', '/', ':80', '?x', '#y', '.'),
      )
      .map(([number, before, after]) => ({
        host: `shop-${number}.example`,
        url: `${before}SHOP-${number}.example${after}`,
      }));
    await fc.assert(
      fc.asyncProperty(decorated, async ({ host, url }) => {
        const rows = (await directory.get(`/programs?url=${encodeURIComponent(url)}`)).json as {
          primaryUrl: string;
        }[];
        const expected = await directory.sql('SELECT FROM programs WHERE status AND primary_url = $1', [
          host,
        ]);
        expect(rows.map(({ primaryUrl }) => primaryUrl)).toEqual(expected.map(() => host));
      }),
      { numRuns: 50 },
    );
  });
});

function asJson(body: unknown): string {
  return JSON.stringify(body, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
}
