import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Metrics } from '../../src/monitoring/metrics.js';
import { type Directory, openDirectory } from '../program/directory.js';

let directory: Directory;
let exposed: string[];

beforeAll(async () => {
  directory = await openDirectory({ MANAGEMENT_PORT: '0' });
  const { registry } = directory.app.get(Metrics);
  exposed = (await registry.getMetricsAsJSON()).map(({ name }) => name);
});

afterAll(() => directory.close());

test.each(['alerts.yml', 'dashboard.json'])(
  'docker/monitoring/%s uses only metrics that /metrics exposes',
  (file) => {
    const text = readFileSync(`docker/monitoring/${file}`, 'utf8');
    const used = [...text.matchAll(/\b(?:directory|http_server|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(count|sum|bucket)$/, ''),
    );
    expect(used.length).toBeGreaterThan(5);
    expect([...new Set(used)].filter((name) => !exposed.includes(name))).toEqual([]);
  },
);
