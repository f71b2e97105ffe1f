import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { type Assistant, connectBy } from './mcp-clients.js';

let database: TestDatabase;
let directory: Directory;
let assistant: Assistant;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await openDirectory({}, database);
  assistant = await connectBy['SDK 1']!(`${directory.url}/mcp`, { 'x-api-key': directory.key });
});
afterEach(async () => {
  await assistant.close();
  await directory.close();
  await database.drop();
});

describe('a fault of the server', () => {
  test('is a tool error that shows nothing of it', async () => {
    await database.sql('ALTER TABLE programs RENAME TO others');
    const { isError, content } = await assistant.call('search_programs');
    expect([isError, content.length]).toEqual([true, 1]);
    expect(content[0]!.text).toMatch(
      /^(Internal error|Temporarily unavailable\. Try again in a few seconds\.)$/,
    );
  });
});
