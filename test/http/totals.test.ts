import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PageSource } from '../../src/database/page-source.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { addManyRows } from '../database/many-rows.js';
import { links } from '../client/walk.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory({ PAGE_CACHE_MB: '0' });
  await addManyRows(directory.database);
  await directory.change('UPDATE networks SET live = false WHERE id % 10 = 0');
});
afterAll(() => directory.close());

const count = async (table: string, where: string) => {
  const [row] = await directory.sql<{ count: string }>(`SELECT count(*) FROM ${table} WHERE ${where}`);
  return Number(row!.count);
};

test.each([
  ['/networks', 'networks', 'live'],
  ['/programs', 'programs', 'status'],
  ['/api/v1/programs?sort=-name', 'programs', 'status'],
  ['/programs?url=shop-7.example', 'programs', `status AND primary_url = 'shop-7.example'`],
  ['/programs?search=shop-1', 'programs', `status AND primary_url LIKE '%shop-1%'`],
  ['/programs?search=nosuch', 'programs', 'false'],
  ['/api/v1/networks?addressCountry=DE', 'networks', `live AND address_country = 'DE'`],
])('GET %s has the total on every page, and rel="last"', async (target, table, where) => {
  const total = await count(table, where);
  const pages = Math.max(1, Math.ceil(total / 50));
  const at = (page: number) => `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
  let next: string | undefined;
  for (const page of [1, 2, 5, 6, 1000]) {
    const reply = await directory.get(at(page));
    expect(reply.headers['x-total-count']).toBe(String(total));
    const last = new URLSearchParams(links(reply).last!.split('?')[1]).get('page');
    expect(last).toBe(pages === 1 ? null : String(pages));
    if (page === 1) next = links(reply).next;
  }
  if (next !== undefined) expect((await directory.get(next)).headers['x-total-count']).toBe(String(total));
});

test('The batch has the total too', async () => {
  const reply = await directory.post('/programs-batch', { urls: ['shop-7.example'] });
  const total = await count('programs', `status AND primary_url = 'shop-7.example'`);
  expect([reply.headers['x-total-count'], links(reply).last]).toEqual([String(total), '/programs-batch']);
});

test('A commit moves the total with the rows and the version', async () => {
  const before = await directory.get('/programs');
  await directory.change(
    'UPDATE programs SET status = false WHERE id = (SELECT min(id) FROM programs WHERE status)',
  );
  const after = await directory.get('/programs');
  expect(Number(after.headers['x-total-count'])).toBe(Number(before.headers['x-total-count']) - 1);
  expect(after.headers['directory-version']).not.toBe(before.headers['directory-version']);
});

test('The total is the one of the page while programs close and reopen', async () => {
  let done = false;
  const changing = (async () => {
    for (let n = 0; !done; n++)
      await directory.sql(`UPDATE programs SET status = ${n % 2 === 0} WHERE network_program_id LIKE 'P1%'`);
  })();
  try {
    const seen = new Map<string, Set<string>>();
    for (let n = 0; n < 60; n++) {
      const { headers, json } = await directory.get(
        n % 2 ? '/programs?page=4' : '/programs?page=4&search=shop',
      );
      const total = Number(headers['x-total-count']);
      expect((json as unknown[]).length).toBe(Math.max(0, Math.min(50, total - 150)));
      const version = headers['directory-version'] as string;
      seen.set(version, (seen.get(version) ?? new Set()).add(String(total)));
    }
    for (const totals of seen.values()) expect(totals.size).toBe(1);
  } finally {
    done = true;
    await changing;
  }
});

test('An unfiltered list is counted once, until it changes', async () => {
  const statements: string[] = [];
  const source = directory.app.get(PageSource, { strict: false });
  const rows = source.rows.bind(source);
  source.rows = (list, statement, values) => {
    statements.push(statement.text);
    return rows(list, statement, values);
  };
  const counts = () => statements.filter((text) => /count_programs_active\)/.test(text)).length;
  await directory.change('UPDATE programs SET updated_at = now() WHERE id = 1');
  for (let page = 1; page <= 4; page++) await directory.get(`/programs?page=${page}`);
  expect([statements.length >= 4, counts()]).toEqual([true, 1]);
  await directory.change('UPDATE networks SET last_sync = now() WHERE id = 1');
  await directory.get('/programs');
  expect(counts()).toBe(1);
  await directory.change('UPDATE programs SET updated_at = now() WHERE id = 1');
  await directory.get('/programs');
  expect(counts()).toBe(2);
});
