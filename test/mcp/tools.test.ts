import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { type Directory } from '../program/directory.js';
import { type Assistant, connectBy, type ToolResult } from './mcp-clients.js';

let directory: Directory;
let assistant: Assistant;

beforeAll(async () => {
  directory = await openSampleDirectory();
  assistant = await connectBy['SDK 2, protocol of 2026']!(`${directory.url}/mcp`, {
    'x-api-key': directory.key,
  });
});
afterAll(async () => {
  await assistant.close();
  await directory.close();
});

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const result = await assistant.call(name, args);
  expect(result.isError).toBeFalsy();
  return result.structuredContent!;
};

/** The message of a call that fails. */
const messageOf = ({ isError, content }: ToolResult) => [isError, content[0]!.text];

/** Every object of a tool with pages. */
async function all(name: string, items: string, args: Record<string, unknown>): Promise<object[]> {
  const found: object[] = [];
  for (let cursor: unknown; ;) {
    const page = await call(name, { ...args, ...(cursor !== undefined && { cursor }) });
    found.push(...(page[items] as object[]));
    cursor = page.nextCursor;
    if (cursor === undefined) return found;
  }
}

const listed = async (target: string) => (await directory.get(target)).json as object[];

async function walk(path: string): Promise<object[]> {
  const found: object[] = [];
  for (let page = 1; ; page++) {
    const objects = await listed(`${path}${path.includes('?') ? '&' : '?'}page=${page}`);
    if (objects.length === 0) return found;
    found.push(...objects);
  }
}

describe.each(Object.keys(connectBy))('%s', (name) => {
  test.each([
    ['x-api-key', (key: string) => ({ 'x-api-key': key })],
    ['Authorization', (key: string) => ({ authorization: `Bearer ${key}` })],
  ])('connects with the key in %s, lists the tools and calls one', async (_, headers) => {
    const client = await connectBy[name]!(`${directory.url}/mcp`, headers(directory.key));
    const tools = await client.tools();
    expect(tools.map((tool) => tool.name)).toEqual([
      ...['list_networks', 'search_programs', 'get_program', 'match_urls', 'list_changes'],
    ]);
    const { content, structuredContent } = await client.call('get_program', { id: 46 });
    expect(structuredContent).toEqual((await directory.get('/api/v1/programs/46')).json);
    expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
    await client.close();
  });

  test('cannot connect with an unknown key', async () => {
    await expect(connectBy[name]!(`${directory.url}/mcp`, { 'x-api-key': 'apd_wrong' })).rejects.toThrow();
  });
});

describe('the tools', () => {
  test('are read-only, described, and closed against other arguments', async () => {
    for (const tool of await assistant.tools()) {
      expect(tool).toMatchObject({
        description: expect.stringMatching(/.{100}/),
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
      });
    }
  });

  test('list_networks returns every network in the v1 form', async () => {
    const networks = await listed('/api/v1/networks');
    expect(await call('list_networks', {})).toEqual({ total: networks.length, networks });
    expect(await call('list_networks', { search: 'tallowgate' })).toMatchObject({
      total: 1,
      networks: [{ name: 'Tallowgate' }],
    });
  });

  test('search_programs returns what the list with the same parameters has', async () => {
    const args = { country: ['GB', 'fr'], networkName: ['Tallowgate', 'Passerelle & Cie'], sort: '-name' };
    const target =
      '/api/v1/programs?country=GB&country=fr&networkName=Tallowgate&networkName=Passerelle+%26+Cie&sort=-name';
    const programs = await listed(target);
    expect(programs.length).toBeGreaterThan(3);
    expect(await call('search_programs', { ...args, limit: 50 })).toMatchObject({ programs });
    expect(await call('search_programs', { url: 'https://tidewrack.example/a' })).toEqual({
      total: 3,
      programs: await listed('/api/v1/programs?url=tidewrack.example'),
    });
    expect(await call('search_programs', { search: 'no such word' })).toEqual({ total: 0, programs: [] });
  });

  test.each([1, 7, 20, 100])('search_programs by pages of %d returns each program once', async (limit) => {
    const expected = limit === 1 ? '/api/v1/programs?search=surf' : '/api/v1/programs';
    const args = limit === 1 ? { search: 'surf' } : {};
    expect(await all('search_programs', 'programs', { ...args, limit })).toEqual(await walk(expected));
  });

  test('search_programs has 20 programs on a page unless limit says otherwise', async () => {
    expect(((await call('search_programs')).programs as object[]).length).toBe(20);
  });

  test('get_program also finds a closed program', async () => {
    const [closed] = await directory.sql<{ id: number }>('SELECT id FROM programs WHERE NOT status LIMIT 1');
    expect(await call('get_program', { id: closed!.id })).toMatchObject({ id: closed!.id, status: false });
  });

  test('match_urls returns the matches of POST /api/v1/programs-match, in pages', async () => {
    const urls = ['https://www.tidewrack.example/x', 'nowhere.example', 'localhost', 'de.quillstone.example'];
    const body = { urls, match: 'site', countries: ['FR'] };
    const matches = (await directory.post('/api/v1/programs-match', body)).json as object[];
    expect(await call('match_urls', body)).toEqual({ matches });
    expect(await all('match_urls', 'matches', { ...body, limit: 3 })).toEqual(matches);
    expect(await call('match_urls', { urls: [] })).toEqual({ matches: [] });
  });

  test('list_changes returns everything page by page, and then what changes', async () => {
    const programs = await all('list_changes', 'changes', { limit: 100 });
    expect(programs).toEqual(await walk('/api/v1/programs'));
    expect(await all('list_changes', 'changes', { of: 'networks' })).toEqual(
      (await listed('/api/v1/networks')).map((network) => ({ ...network, live: true })),
    );
    const { laterCursor } = await call('list_changes', { since: 'now' });
    await directory.change('UPDATE programs SET name = name || $1 WHERE id = 46', ['!']);
    const later = await call('list_changes', { cursor: laterCursor });
    expect(later.changes).toMatchObject([{ id: 46, name: expect.stringMatching(/!$/) }]);
    expect(await call('list_changes', { cursor: later.nextCursor })).toEqual({
      changes: [],
      laterCursor: expect.any(String),
    });
  });
});

describe('a wrong call', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'search_programs',
      { country: ['Germany'] },
      'country must be a country code of two letters, or unknown',
    ],
    ['search_programs', { page: 2 }, '"page" is not a known argument; known are search, url, country, '],
    ['search_programs', { limit: 101 }, 'limit must be an integer from 1 to 100'],
    ['search_programs', { limit: '5' }, 'limit must be an integer from 1 to 100'],
    ['search_programs', { cursor: 'x' }, 'cursor must be nextCursor of the result before'],
    ['search_programs', { sort: 'networkId' }, 'sort must be one of id, name'],
    ['search_programs', { search: 7 }, 'search must be text'],
    ['list_networks', { networkId: ['1'] }, '"networkId" is not a known argument'],
    ['get_program', {}, 'id must be an integer from 1'],
    ['get_program', { id: '46' }, 'id must be an integer from 1'],
    ['get_program', { id: 999_999 }, 'There is no program with the id 999999.'],
    ['match_urls', {}, 'urls must be an array'],
    ['match_urls', { urls: Array(101).fill('a.example') }, 'urls must have at most 100 entries'],
    ['match_urls', { urls: ['a.example'], match: 'all' }, 'match must be one of host, site'],
    [
      'match_urls',
      { urls: ['a.example'], cursor: '1' },
      'cursor must be nextCursor of a result for the same urls',
    ],
    ['list_changes', { of: 'keys' }, 'of must be one of programs, networks'],
    ['list_changes', { of: 'constructor' }, 'of must be one of programs, networks'],
    ['list_changes', { since: 'yesterday' }, 'since must be now or a time'],
    ['list_changes', { cursor: 'A'.repeat(40) }, 'cursor must be nextCursor of the result before'],
  ])('of %s with %j says what to change', async (name, args, message) => {
    expect(messageOf(await assistant.call(name, args))).toEqual([true, expect.stringContaining(message)]);
  });

  test('of list_changes with a place that is gone says to read everything again', async () => {
    const other = await openSampleDirectory();
    const elsewhere = await connectBy['SDK 1']!(`${other.url}/mcp`, { 'x-api-key': other.key });
    const { structuredContent } = await elsewhere.call('list_changes', { since: 'now' });
    await other.change('TRUNCATE programs CASCADE');
    const gone = await elsewhere.call('list_changes', { cursor: structuredContent!.laterCursor });
    expect(messageOf(gone)).toEqual([true, expect.stringContaining('read everything again')]);
    await elsewhere.close();
    await other.close();
  });

  test('of a tool that does not exist is an error of the protocol', async () => {
    await expect(assistant.call('delete_everything')).rejects.toThrow('Unknown tool: delete_everything');
  });
});
