import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addNetwork, addProgram } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { type Assistant, connectBy } from './mcp-clients.js';

const MAX_TOKENS = 25_000;
/** Text of identifiers and addresses has about two bytes in a token, other text more. */
const MIN_BYTES_PER_TOKEN = 1.75;
const COUNT = 120;

let directory: Directory;
let assistant: Assistant;

beforeAll(async () => {
  directory = await openDirectory();
  const network = await addNetwork(directory.database, { name: '網'.repeat(500), address: 'é'.repeat(2000) });
  for (let number = 0; number < COUNT; number++) {
    await addProgram(directory.database, network, {
      name: `${number} ${'プ'.repeat(400)}`,
      network_program_id: `${number}-${'x'.repeat(240)}`,
      primary_url: 'large.example',
      register_url: `https://large.example/${'r'.repeat(2000)}`,
      countries: ['DE', 'AT', 'CH'],
    });
  }
  await directory.change('SELECT');
  assistant = await connectBy['SDK 1']!(`${directory.url}/mcp`, { 'x-api-key': directory.key });
});
afterAll(async () => {
  await assistant.close();
  await directory.close();
});

test.each([
  ['search_programs', 'programs', { limit: 100 }, COUNT],
  ['list_changes', 'changes', { limit: 100 }, COUNT],
  ['match_urls', 'matches', { urls: Array<string>(100).fill('large.example'), limit: 100 }, 100],
  ['list_networks', 'networks', { limit: 100 }, 1],
])(
  'every page of %s has fewer than 25,000 tokens, and none is left out',
  async (name, items, args, count) => {
    const found: unknown[] = [];
    for (let cursor: unknown; ;) {
      const { content, structuredContent } = await assistant.call(name, {
        ...args,
        ...(cursor ? { cursor } : {}),
      });
      expect(Buffer.byteLength(content[0]!.text) / MIN_BYTES_PER_TOKEN).toBeLessThan(MAX_TOKENS);
      found.push(...(structuredContent![items] as unknown[]));
      cursor = structuredContent!.nextCursor;
      if (cursor === undefined) break;
    }
    expect(found.length).toBe(count);
  },
);

test('match_urls with more programs than one result can have says how many there are', async () => {
  const { structuredContent } = await assistant.call('match_urls', { urls: ['large.example'] });
  const [match] = structuredContent!.matches as { total: number; programs: object[] }[];
  expect(match!.total).toBe(COUNT);
  expect(match!.programs.length).toBeGreaterThan(5);
  expect(match!.programs.length).toBeLessThan(20);
});
