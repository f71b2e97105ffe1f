import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManagementServer } from '../../src/monitoring/management-server.js';
import { readFileSync } from 'node:fs';
import { type Directory, openDirectory } from '../program/directory.js';
import { addKey } from '../database/api-key-rows.js';
import { sendRequest } from '../client/http-client.js';
import { addNetwork } from '../database/rows.js';

describe('/metrics', () => {
  let directory: Directory;
  let unlimited: string;
  beforeAll(async () => {
    directory = await openDirectory({ MANAGEMENT_PORT: '0', RATE_LIMIT_PRO_API: '4/day' });
    unlimited = await addKey(directory.database, { plan: 'enterprise' });
    await addNetwork(directory.database, { last_sync: new Date(Date.now() - 60_000) });
    for (const path of ['/networks', '/networks', '/programs?page=2', '/networks?page=0', '/networks'])
      await directory.get(path);
    await directory.get(`/nothing/${directory.key}`);
  });
  afterAll(() => directory.close());

  const metrics = async () =>
    (await sendRequest(directory.app.get(ManagementServer).port!, 'GET', '/metrics', {})).text;

  test('counts responses by method, route, status, plan and source', async () => {
    const text = await metrics();
    const counted = (labels: Record<string, string>) => {
      const line = text
        .split('\n')
        .filter((each) => each.startsWith('http_server_request_duration_seconds_count'))
        .find((each) => Object.entries(labels).every(([name, value]) => each.includes(`${name}="${value}"`)));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    expect(counted({ route: '/networks', status: '200', source: 'memory', plan: 'pro-api' })).toBe(1);
    expect(counted({ route: '/networks', status: '200', source: 'database' })).toBe(1);
    expect(counted({ route: '/programs', status: '200', source: 'database' })).toBe(1);
    expect(counted({ route: '/networks', status: '400' })).toBe(1);
    expect(counted({ status: '429' })).toBe(1);
    expect(counted({ route: 'none', status: '404', plan: 'none' })).toBe(1);
    expect(text).toContain('directory_rate_limited_total{plan="pro-api"} 1');
  });

  test('has gauges of the database, the page cache and imports', async () => {
    const text = await metrics();
    expect(text).toMatch(/^directory_version \d+$/m);
    expect(text).toContain('directory_listening 1');
    expect(text).toContain('directory_database_ready 1');
    expect(text).toMatch(/^directory_page_cache_pages 2$/m);
    expect(text).toMatch(/^directory_last_sync_age_seconds\{network="[^"]+"\} 6\d/m);
  });

  test('GET /metrics names the 100 live networks whose last sync is the longest ago', async () => {
    await directory.sql(`INSERT INTO networks (name, url, live, last_sync)
      SELECT 'synced ' || number, 'synced.example', number <> 150, now() - number * interval '1 hour'
      FROM generate_series(1, 150) AS number`);
    const networks = [
      ...(await metrics()).matchAll(/^directory_last_sync_age_seconds\{network="synced (\d+)"\}/gm),
    ].map(([, number]) => Number(number));
    expect(networks.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 50));
  });

  test('GET /metrics omits metrics that the database cannot provide, and keeps all others', async () => {
    await directory.sql('ALTER TABLE imports RENAME COLUMN outcome TO result');
    try {
      const text = await metrics();
      expect(text).not.toMatch(/^directory_imports\{/m);
      expect(text).toMatch(/^directory_version \d+$/m);
      expect(text).toMatch(/^directory_last_sync_age_seconds\{/m);
    } finally {
      await directory.sql('ALTER TABLE imports RENAME COLUMN result TO outcome');
    }
  });

  test('GET /metrics ignores query parameters', async () => {
    const port = directory.app.get(ManagementServer).port!;
    expect((await sendRequest(port, 'GET', '/metrics?module=directory', {})).status).toBe(200);
  });

  test('GET /metrics counts rate-limited requests of each plan from 0', async () => {
    expect(await metrics()).toContain('directory_rate_limited_total{plan="enterprise"} 0');
  });

  test('has every metric of the dashboard', async () => {
    const text = await metrics();
    const dashboard = readFileSync(
      new URL('../../docker/monitoring/dashboard.json', import.meta.url),
      'utf8',
    );
    const shown = new Set(dashboard.match(/\b(?:directory|http|process|nodejs)_[a-z0-9_]+/g));
    expect(shown.size).toBeGreaterThan(10);
    for (const name of shown) expect(text).toContain(name);
  });

  test('has no label with a value that a client chose', async () => {
    for (const target of ['/programs#made-up', 'http://made-up/programs', 'made-up://a/programs']) {
      for (let round = 0; round < 2; round++)
        await directory.request('GET', target, { headers: { 'x-api-key': unlimited } });
    }
    expect(await metrics()).not.toContain('made-up');
  });

  test('contains no key', async () => {
    expect(await metrics()).not.toContain(directory.key.slice(0, 20));
  });

  test('is served on the management port only, and nothing else is served there', async () => {
    expect((await directory.get('/metrics')).status).toBe(404);
    const own = directory.app.get(ManagementServer).port!;
    expect((await sendRequest(own, 'GET', '/programs', {})).status).toBe(404);
  });
});
