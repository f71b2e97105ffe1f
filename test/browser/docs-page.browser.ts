import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { type Directory } from '../program/directory.js';
import { DocsPage } from './docs-page.js';

const SCREEN_HEIGHT = 1080;

let directory: Directory;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let docs: DocsPage;
let messages: string[];

beforeAll(async () => {
  directory = await openSampleDirectory({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' });
  // Chromium's sandbox does not work for root, which containers use.
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser.close();
  await directory.close();
});

beforeEach(async () => {
  messages = [];
  context = await browser.newContext({
    viewport: { width: 1920, height: SCREEN_HEIGHT },
    // What a proxy that terminates TLS sends.
    extraHTTPHeaders: { 'x-forwarded-proto': 'https' },
  });
  page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  docs = new DocsPage(page);
  await docs.open(directory.url);
});

afterEach(() => context.close());

const OPERATIONS = [
  'listNetworks',
  'listPrograms',
  'batchPrograms',
  'listNetworksV1',
  'listProgramsV1',
  'batchProgramsV1',
];

describe('the documentation page in a browser', () => {
  test('loads without errors and warnings, from this server only', async () => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    const reply = await page.reload();
    await docs.operation('listNetworks').waitFor();
    expect(reply!.headers()['strict-transport-security']).toBeDefined();
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(directory.url).host]);
    expect(messages).toEqual([]);
  });

  test('shows the operations of both forms on one screen, each form in its own colour', async () => {
    expect(await page.title()).toBe('Affiliate Program Directory');
    const colours = new Set<string>();
    for (const id of OPERATIONS) {
      const box = (await docs.operation(id).boundingBox())!;
      expect(box.y + box.height).toBeLessThan(SCREEN_HEIGHT);
      colours.add(await docs.colourOf(id));
    }
    expect(colours.size).toBe(2);
  });

  test('does not mention Swagger', async () => {
    expect(await page.locator('.topbar').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toMatch(/swagger|smartbear|petstore|OAS ?3/i);
    expect(await page.locator('a[href*="swagger.io"]').count()).toBe(0);
  });

  test('keeps the key after a reload', async () => {
    await docs.authorize(directory.key);
    await page.reload();
    const response = await docs.tryOut('listNetworks');
    expect(response.status).toBe('200');
  });

  test.each(OPERATIONS)('shows real rows when %s is tried out unchanged', async (id) => {
    await docs.authorize(directory.key);
    const response = await docs.tryOut(id);
    expect(response.status).toBe('200');
    const rows = JSON.parse(response.body) as object[];
    // The examples of all filters are filled in, and match together.
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0]!).slice(0, 2)).toEqual(['id', 'name']);
    expect(messages).toEqual([]);
  });

  test('shows the errors of the API', async () => {
    const withoutKey = await docs.tryOut('listPrograms');
    expect(withoutKey.status).toBe('401');
    expect(JSON.parse(withoutKey.body)).toEqual({ error: true, message: 'Wrong API key' });

    await docs.authorize(directory.key);
    const damaged = await docs.tryOut('listNetworksV1', { page: '', cursor: 'damaged' });
    expect(damaged.status).toBe('400');
    expect(damaged.body).toContain('"field": "cursor"');
  });

  test('opens the operation that the address names', async () => {
    await page.goto('about:blank');
    await page.goto(`${directory.url}/docs#/v1%20form/listProgramsV1`);
    await page.locator('#operations-v1_form-listProgramsV1 .opblock-body').waitFor();
    expect(messages).toEqual([]);
  });
});
