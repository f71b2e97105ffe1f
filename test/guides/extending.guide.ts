import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CheckoutCopy } from '../set-up/checkout-copy.js';
import { codeBlocks, readPage } from './code-blocks.js';

const [steps, recipes] = readPage('docs/extending.md').split('## Recipes') as [string, string];
const TESTS = [
  'test/categories',
  'test/database/migrations.test.ts',
  'test/database/roles.test.ts',
  'test/docs/documented-responses.test.ts',
  'test/docs/openapi-document.test.ts',
  'test/http/fields.test.ts',
  'test/importing/feeds/feed-guide.test.ts',
  'test/importing/feeds/maps.test.ts',
  'test/importing/merge-statements.test.ts',
  'test/importing/program',
  'test/listing/order-indexes.test.ts',
];
const CHANGED = [
  'src/categories',
  'src/app.module.ts',
  'src/database',
  'src/docs',
  'src/importing',
  'src/listing',
  'src/programs',
  'test/categories',
  'test/http/fields.test.ts',
  'test/importing',
];
const PATIENCE_MS = 600_000;

describe('the guide for developers', () => {
  let copy: CheckoutCopy;
  beforeAll(async () => {
    copy = await CheckoutCopy.make();
  }, PATIENCE_MS);
  afterAll(() => copy.remove());

  const followed = async (guide: string) => {
    for (const block of codeBlocks(guide).filter(({ file }) => file)) await copy.apply(block);
    await copy.node('scripts/openapi.mjs');
    await copy.node('node_modules/prettier/bin/prettier.cjs', '--check', ...CHANGED);
    await copy.node('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...CHANGED);
    await copy.node('node_modules/typescript/bin/tsc', '--noEmit');
    await copy.node('scripts/test.mjs', ...TESTS);
  };
  const paths = async () => Object.keys(((await copy.json('openapi.json')) as { paths: object }).paths);

  test(
    'leads to a list that works, is documented, versioned and tested',
    async () => {
      await followed(steps);
      expect(await paths()).toEqual(expect.arrayContaining(['/categories', '/api/v1/categories']));
    },
    PATIENCE_MS,
  );

  test(
    'leads on to a field, an order, a filter, a version and a column that feeds fill',
    async () => {
      await followed(recipes);
      expect(await paths()).toContain('/api/v2/categories');
    },
    PATIENCE_MS,
  );
});
