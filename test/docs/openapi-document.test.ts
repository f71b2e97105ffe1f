import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Directory, openDirectory } from '../program/directory.js';
import { type ApiDocument, documentOf } from './api-document.js';

let directory: Directory;
let document: ApiDocument;

beforeAll(async () => {
  directory = await openDirectory();
  document = await documentOf(directory);
});

afterAll(() => directory.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  );
const operation = (id: string) => operations().find(({ operationId }) => operationId === id)!;
const parameter = (id: string, name: string) =>
  operation(id).parameters.find((candidate) => candidate.name === name)!;

describe('the OpenAPI document', () => {
  test('is served without a key', async () => {
    const reply = await directory.get('/openapi.json', { 'x-api-key': '' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('is the committed openapi.json (npm run openapi)', async () => {
    expect(JSON.parse(await readFile('openapi.json', 'utf8'))).toEqual(document);
  });

  test('names each operation for generated clients, grouped by form', () => {
    const named = operations().map(({ path, method, operationId, tags }) => [
      operationId,
      method,
      path,
      ...tags,
    ]);
    expect(named.sort()).toEqual([
      ['batchPrograms', 'post', '/programs-batch', 'Base form'],
      ['batchProgramsV1', 'post', '/api/v1/programs-batch', 'v1 form'],
      ['getNetwork', 'get', '/networks/{id}', 'Base form'],
      ['getNetworkV1', 'get', '/api/v1/networks/{id}', 'v1 form'],
      ['getProgram', 'get', '/programs/{id}', 'Base form'],
      ['getProgramV1', 'get', '/api/v1/programs/{id}', 'v1 form'],
      ['listNetworkChanges', 'get', '/networks-changes', 'Base form'],
      ['listNetworkChangesV1', 'get', '/api/v1/networks-changes', 'v1 form'],
      ['listNetworks', 'get', '/networks', 'Base form'],
      ['listNetworksV1', 'get', '/api/v1/networks', 'v1 form'],
      ['listProgramChanges', 'get', '/programs-changes', 'Base form'],
      ['listProgramChangesV1', 'get', '/api/v1/programs-changes', 'v1 form'],
      ['listPrograms', 'get', '/programs', 'Base form'],
      ['listProgramsV1', 'get', '/api/v1/programs', 'v1 form'],
      ['matchUrls', 'post', '/programs-match', 'Base form'],
      ['matchUrlsV1', 'post', '/api/v1/programs-match', 'v1 form'],
    ]);
  });

  test('requires the key for every operation', () => {
    expect(document.security).toEqual([{ ApiKey: [] }]);
    expect(document.components.securitySchemes.ApiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
    });
    for (const { security } of operations()) expect(security).toBeUndefined();
  });

  test('lists the parameters of each operation and their values', () => {
    const names = (id: string) => operation(id).parameters.map(({ name, $ref }) => name ?? $ref);
    const IF_NONE_MATCH = '#/components/parameters/IfNoneMatch';
    const PAGING = ['sort', 'page', 'cursor'];
    expect(names('listNetworks')).toEqual(['search', ...PAGING, IF_NONE_MATCH]);
    expect(names('listNetworksV1')).toEqual(['search', 'addressCountry', ...PAGING, IF_NONE_MATCH]);
    const ofV1 = ['country', 'networkName', 'networkProgramId'];
    expect(names('listProgramsV1')).toEqual(['search', 'url', ...ofV1, ...PAGING, IF_NONE_MATCH]);
    const ofBase = ['country', 'networkId', 'networkProgramId'];
    expect(names('batchPrograms')).toEqual(['search', ...ofBase, ...PAGING]);
    expect(names('getProgram')).toEqual(['id', IF_NONE_MATCH]);
    expect(parameter('listPrograms', 'page')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
    });
    expect(parameter('listPrograms', 'url').schema).toMatchObject({ type: 'string', maxLength: 2048 });
    // By default an array in a query is a repeated parameter.
    expect(parameter('listPrograms', 'country')).toMatchObject({
      required: false,
      schema: {
        type: 'array',
        items: { type: 'string', pattern: '^([A-Za-z]{2}|unknown)$' },
        maxItems: 100,
      },
    });
  });

  test.each([
    ['listNetworks', 'id name createdAt updatedAt lastSync url countProgramsActive subIdLength'],
    [
      'listNetworksV1',
      'id name createdAt updatedAt lastSync url countProgramsActive subIdLength addressCountry',
    ],
    [
      'listPrograms',
      'id name createdAt updatedAt networkId networkProgramId dateStarted dateClosed primaryUrl',
    ],
    [
      'batchProgramsV1',
      'id name createdAt updatedAt networkName networkProgramId dateStarted dateClosed primaryUrl',
    ],
  ])('operation %s can be sorted by each of its fields, in both directions', (id, fields) => {
    const both = fields.split(' ').flatMap((field) => [field, `-${field}`]);
    expect(parameter(id, 'sort').schema).toEqual({ type: 'string', enum: both, default: 'id' });
  });

  test.each([
    ['Network', 'id name createdAt updatedAt lastSync url countProgramsActive subIdLength'],
    [
      'NetworkV1',
      'id name createdAt updatedAt lastSync url countProgramsActive subIdLength address addressCountry',
    ],
    [
      'Program',
      'id name createdAt updatedAt networkId networkProgramId dateStarted dateClosed primaryUrl registerUrl status countries',
    ],
    [
      'ProgramV1',
      'id name createdAt updatedAt networkName networkProgramId dateStarted dateClosed primaryUrl registerUrl status countries',
    ],
  ])('schema %s has all its fields and no other', (name, fields) => {
    const schema = document.components.schemas[name]!;
    expect(Object.keys(schema.properties)).toEqual(fields.split(' '));
    expect(schema.required).toEqual(fields.split(' '));
    expect(schema.additionalProperties).toBe(false);
  });

  test('marks the fields that may be null', () => {
    const schemas = Object.values(document.components.schemas);
    const nullable = schemas.flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([name, { type }]) => (type?.includes('null') ? [name] : [])),
    );
    expect([...new Set(nullable)].sort()).toEqual(
      'address addressCountry dateClosed dateStarted host lastSync registerUrl rule subIdLength'.split(' '),
    );
  });

  test('describes every error of an operation, with an example', () => {
    const common = ['200', '400', '401', '429', '500', '503', 'default'];
    for (const { method, path, responses } of operations()) {
      const gone = path.endsWith('-changes') ? ['410'] : [];
      const unknown = path.endsWith('{id}') ? ['404'] : [];
      const own = method === 'get' ? ['304', ...gone, ...unknown] : ['413', '415'];
      expect(Object.keys(responses).sort()).toEqual([...common, ...own].sort());
    }
    const examples = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.values(content?.['application/json']!.examples ?? {}).map(
        ({ value }) => (value as { message: string }).message,
      ),
    );
    expect(examples).toEqual(
      expect.arrayContaining([
        'Wrong API key',
        'Too many URLs',
        'HTTPS required',
        'Not found',
        'Method not allowed',
        'Request timeout',
        'Read everything again',
        'Body too large',
        'Expected application/json',
        'Too many requests',
        'Headers too large',
        'Internal error',
        'Temporarily unavailable',
      ]),
    );
  });
});

describe('the OpenAPI document', () => {
  test('names PUBLIC_URL as its server, and / without it', async () => {
    expect(document.servers).toEqual([{ url: '/' }]);
    const elsewhere = await openDirectory(
      { PUBLIC_URL: 'https://api.directory.example' },
      directory.database,
    );
    try {
      const { json } = await elsewhere.get('/openapi.json');
      expect(json.servers).toEqual([{ url: 'https://api.directory.example' }]);
    } finally {
      await elsewhere.close();
    }
  });

  test('is absent with DOCS=off, as is the page', async () => {
    const silent = await openDirectory({ DOCS: 'off' }, directory.database);
    try {
      for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/page.css', '/docs/swagger-ui.js']) {
        const reply = await silent.get(path);
        expect([path, reply.status, reply.json]).toEqual([path, 404, { error: true, message: 'Not found' }]);
      }
    } finally {
      await silent.close();
    }
  });
});
