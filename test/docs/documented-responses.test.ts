import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory } from '../program/directory.js';
import { type ApiDocument, documentOf } from './api-document.js';
import { responsePointer, schemasOf } from './api-schemas.js';
import { openSampleDirectory } from './sample-directory.js';

let directory: Directory;
let document: ApiDocument;
let errorsOf: ReturnType<typeof schemasOf>;

beforeAll(async () => {
  directory = await openSampleDirectory();
  document = await documentOf(directory);
  errorsOf = schemasOf(document);
});

afterAll(() => directory.close());

/** Sends what "Try it out" sends: the defaults, and the example of the body. */
function tryOut(path: string, method: string) {
  return method === 'get'
    ? directory.get(`${path}?page=1&sort=id`)
    : directory.post(`${path}?page=1&sort=id`, {
        urls: document.components.schemas.Batch!.properties.urls!.example,
      });
}

/** As above, of an operation that has no query parameters: the examples of all fields of the body. */
function tryOutMatch(path: string) {
  const { properties } = document.components.schemas.MatchRequest!;
  const examples = Object.entries(properties).map(([name, { example }]) => [name, example]);
  return directory.post(path, Object.fromEntries(examples));
}

/** The sample networks were synced when the sample was loaded. */
function withoutLastSync(rows: unknown) {
  return (rows as { lastSync?: string | null }[]).map((row) =>
    row.lastSync ? { ...row, lastSync: 'a time' } : row,
  );
}

const EACH = [
  ['get', '/networks'],
  ['get', '/programs'],
  ['post', '/programs-batch'],
  ['get', '/api/v1/networks'],
  ['get', '/api/v1/programs'],
  ['post', '/api/v1/programs-batch'],
] as const;

describe.each(EACH)('%s %s', (method, path) => {
  const operation = () => document.paths[path]![method]!;
  const example = (status: string, name: string) => {
    const { $ref, ...own } = operation().responses[status]!;
    const { content } = $ref ? document.components.responses[$ref.split('/').at(-1)!]! : own;
    return content!['application/json']!.examples[name]!.value;
  };

  test('responds to the defaults with rows that match the documented schema', async () => {
    const reply = await tryOut(path, method);
    expect(reply.status).toBe(200);
    expect(reply.json.length).toBeGreaterThan(3);
    expect(errorsOf(responsePointer(path, method, 200), reply.json)).toBeNull();
    for (const name of Object.keys(operation().responses['200']!.headers!)) {
      if (!name.startsWith('RateLimit'))
        expect([name, reply.headers[name.toLowerCase()]]).not.toContain(undefined);
    }
  });

  test('is documented with a real response of the sample directory', async () => {
    const reply = path.endsWith('/programs')
      ? await directory.get(`${path}?url=tidewrack.example`)
      : await tryOut(path, method);
    expect(withoutLastSync(example('200', 'sample'))).toEqual(withoutLastSync(reply.json));
  });

  test('is documented with real errors', async () => {
    const send = (query: string, headers = {}) =>
      method === 'get'
        ? directory.get(path + query, headers)
        : directory.post(path + query, { urls: [] }, headers);
    const wrongPage = await send('?page=0');
    expect(wrongPage.json).toEqual(example('400', 'wrongPage'));
    expect(errorsOf('/components/schemas/BadRequest', wrongPage.json)).toBeNull();
    const wrongKey = await send('', { 'x-api-key': '' });
    expect(wrongKey.json).toEqual(example('401', 'wrongKey'));
    expect(errorsOf('/components/schemas/Error', wrongKey.json)).toBeNull();
    const notFound = await directory.get(`${path}/nothing`);
    expect(notFound.json).toEqual(example('default', 'notFound'));
    const otherMethod = await directory.request('DELETE', path);
    expect(otherMethod.json).toEqual(example('default', 'methodNotAllowed'));
  });

  if (method === 'post') {
    test('is documented with real errors of its body', async () => {
      const send = (body: string, type = 'application/json') =>
        directory.request('POST', path, { headers: { 'content-type': type }, body });
      expect((await send('{')).json).toEqual(example('400', 'malformedBody'));
      const many = JSON.stringify({ urls: Array(101).fill('a.example') });
      expect((await send(many)).json).toEqual(example('401', 'tooManyUrls'));
      const large = `${' '.repeat(1024 * 1024)}{}`;
      expect((await send(large)).json).toEqual(example('413', 'bodyTooLarge'));
      expect((await send('{}', 'text/plain')).json).toEqual(example('415', 'notJson'));
    });
  }
});

describe.each(['/programs-match', '/api/v1/programs-match'])('post %s', (path) => {
  test('is documented with a real response: a URL of each rule, one without a match, and one that is no host', async () => {
    const reply = await tryOutMatch(path);
    const { content, headers } = document.paths[path]!.post!.responses['200']!;
    expect(reply.json).toEqual(content!['application/json']!.examples.sample!.value);
    expect(errorsOf(responsePointer(path, 'post', 200), reply.json)).toBeNull();
    expect(
      (reply.json as { rule: string; result: string }[]).map(({ rule, result }) => rule ?? result),
    ).toEqual([...['host', 'www', 'domain', 'site', 'unmatched', 'invalid']]);
    expect(Object.keys(headers!)).toContain('Directory-Version');
    expect(reply.headers['directory-version']).toMatch(/^\d+$/);
  });

  test('is documented with real errors of its body', async () => {
    const { responses } = document.paths[path]!.post!;
    const tooMany = await directory.post(path, { urls: Array(101).fill('a.example') });
    const { $ref } = responses['401']!;
    const { content } = document.components.responses[$ref!.split('/').at(-1)!]!;
    expect(tooMany.json).toEqual(content!['application/json']!.examples.tooManyUrls!.value);
    const { json } = await directory.post(path, {});
    expect(errorsOf('/components/schemas/BadRequest', json)).toBeNull();
  });
});

describe.each([
  ['/networks/{id}', 1],
  ['/programs/{id}', 46],
  ['/api/v1/networks/{id}', 1],
  ['/api/v1/programs/{id}', 46],
])('get %s', (path, id) => {
  test('is documented with a real response of the sample directory, and a real 404', async () => {
    const { responses, parameters } = document.paths[path]!.get!;
    expect(parameters[0]).toMatchObject({ name: 'id', in: 'path', schema: { example: id } });
    const reply = await directory.get(path.replace('{id}', String(id)));
    expect(errorsOf(responsePointer(path, 'get', 200), reply.json)).toBeNull();
    const sample = responses['200']!.content!['application/json']!.examples.sample!.value;
    expect(withoutLastSync([sample])).toEqual(withoutLastSync([reply.json]));
    for (const name of Object.keys(responses['200']!.headers!))
      if (!name.startsWith('RateLimit')) expect(reply.headers).toHaveProperty(name.toLowerCase());
    const missing = await directory.get(path.replace('{id}', '2147483647'));
    const { examples } = document.components.responses.NotFound!.content!['application/json']!;
    expect([missing.status, missing.json]).toEqual([404, examples.unknownId!.value]);
  });
});

describe.each(['/networks', '/programs', '/api/v1/networks', '/api/v1/programs'])(
  'The documented examples of the filters of %s',
  (path) => {
    const examples = () =>
      document.paths[path]!.get!.parameters.flatMap(({ name, schema }) =>
        schema?.example === undefined ? [] : [[name!, schema.example] as const],
      );
    const queryOf = (filters: (readonly [string, unknown])[]) =>
      new URLSearchParams(
        filters.flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, String(one)]),
        ),
      );

    test('match sample rows, each alone and all together', async () => {
      const alone = examples().map((one) => [one]);
      expect(alone.length).toBeGreaterThan(0);
      for (const filters of [...alone, examples()]) {
        const { status, json } = await directory.get(`${path}?${queryOf(filters).toString()}`);
        expect([status, (json as unknown[]).length > 0]).toEqual([200, true]);
      }
    });
  },
);

test('a documented schema rejects a field that it does not name', async () => {
  const [row] = (await directory.get('/networks')).json;
  expect(errorsOf('/components/schemas/Network', row)).toBeNull();
  expect(errorsOf('/components/schemas/Network', { ...row, address: null })).not.toBeNull();
  expect(errorsOf('/components/schemas/Network', { ...row, name: null })).not.toBeNull();
});
